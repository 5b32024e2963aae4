// What GBNF grammars mean, as verdicts that any engine can be asked for. Control tokens are written `⟨<name>⟩`.

/** A grammar, texts it accepts, texts it rejects. */
export const GBNF_LANGUAGES: readonly (readonly [
  grammar: string,
  accepts: readonly string[],
  rejects: readonly string[],
])[] = [
  ['root ::= "ab"', ["ab"], ["", "a", "abb"]],
  ['root ::= "a" | "b" |\n  "c"', ["a", "b", "c"], ["", "ab"]],
  ["root ::=\n  [a-c0]", ["a", "c", "0"], ["d", "", "ab"]],
  ["root ::= [^a-c\\n]", ["d", "é", "😀"], ["a", "\n", ""]],
  ["root ::= [ぁ-ゟ]+", ["あい"], ["a", ""]],
  ["root ::= [a-]", ["a", "-"], ["b"]],
  ["root ::= [\\]\\[\\\\\\-]", ["]", "[", "\\", "-"], ["a"]],
  ["root ::= .", ["a", "\n", "😀"], ["", "ab"]],
  ['root ::= "\\x41\\u00e9\\U0001F600\\n\\t\\r\\"\\\\"', ['Aé😀\n\t\r"\\'], ["A"]],
  ['root ::= ""', [""], ["a"]],
  ["root ::=", [""], ["a"]],
  ['root ::= "a"* "b"+ "c"?', ["b", "aabbc"], ["", "ac"]],
  ['root ::= "ab"{2}', ["abab"], ["ab", "abb"]],
  ['root ::= "a"{2,} "b"{0,1}', ["aa", "aaab"], ["a", "aabb"]],
  ['root ::= "a"{1,2}', ["a", "aa"], ["", "aaa"]],
  ["root ::= [a-z]* [a-z]", ["a", "abc"], ["", "1"]],
  ['root ::= [a-z]+ "if"', ["xif", "ifif"], ["if", "x"]],
  ['root ::= ( # comment\n  "a"\n  "b" # more\n  )+ # end\n', ["ab", "abab"], ["a"]],
  ["# first\n\nroot ::= x-1 X_2\n# between\nx-1 ::= [x]\nX_2 ::= [y]", ["xy"], ["x"]],
  ['root ::= "(" root ")" | ""', ["", "(())"], ["(", ")("]],
  ['root ::= root "a" | "b"', ["b", "baa"], ["a"]],
  ["root ::= <think> [a-z]* </think>", ["⟨<think>⟩ab⟨</think>⟩"], ["<think></think>", "⟨<think>⟩"]],
  ['root ::= "a"\r\n\r\nb ::= "x"\r\n', ["a"], ["x"]],
];
