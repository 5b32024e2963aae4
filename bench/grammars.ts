// The two grammars that masks are timed on: JSON as RFC 8259 writes it, and expressions of a C-like language. Each also as
// EBNF for the peer, where the peer's notation can say it.

export const JSON_LARK = String.raw`
start: value
value: object | array | STRING | NUMBER | "true" | "false" | "null"
object: "{" (pair ("," pair)*)? "}"
pair: STRING ":" value
array: "[" (value ("," value)*)? "]"
STRING: /"([^"\\\x00-\x1f]|\\(["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/
NUMBER: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/
WS: /[ \t\n\r]+/
%ignore WS
`;

/** The same texts for the peer; its string body must be right-recursive to be fast there. */
export const JSON_EBNF = String.raw`
root ::= ws value ws
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws (pair (ws "," ws pair)*)? ws "}"
pair ::= string ws ":" ws value
array ::= "[" ws (value (ws "," ws value)*)? ws "]"
string ::= "\"" body
body ::= "\"" | [^"\\\x00-\x1f] body | "\\" escape body
escape ::= ["\\/bfnrt] | "u" [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F] [0-9a-fA-F]
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [+-]? [0-9]+)?
ws ::= [ \t\n\r]*
`;

export const C_LARK = String.raw`
start: expr ";"
expr: assign ("," assign)*
assign: cond (("=" | "+=" | "-=" | "*=" | "/=") assign)?
cond: binary ("?" expr ":" cond)?
binary: unary (("||" | "&&" | "|" | "^" | "&" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "<<" | ">>" | "+" | "-" | "*" | "/" | "%") unary)*
unary: ("+" | "-" | "!" | "~" | "*" | "&" | "++" | "--")* postfix
postfix: primary ("[" expr "]" | "(" (assign ("," assign)*)? ")" | "." ID | "->" ID | "++" | "--")*
primary: ID | INT | FLOAT | STRING | CHAR | "(" expr ")"
ID: /[A-Za-z_][A-Za-z0-9_]*/
INT: /(0|[1-9][0-9]*)[uUlL]{0,3}|0[xX][0-9a-fA-F]+/
FLOAT: /[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?[fF]?/
STRING: /"([^"\\\n]|\\.)*"/
CHAR: /'([^'\\\n]|\\.)'/
WS: /[ \t\n]+/
COMMENT: /\/\*([^*]|\*+[^*\/])*\*+\//
%ignore WS
%ignore COMMENT
`;

export const C_EBNF = String.raw`
root ::= ws expr ";" ws
expr ::= assign ("," ws assign)*
assign ::= cond (("=" | "+=" | "-=" | "*=" | "/=") ws assign)?
cond ::= binary ("?" ws expr ":" ws cond)?
binary ::= unary (("||" | "&&" | "|" | "^" | "&" | "==" | "!=" | "<" | ">" | "<=" | ">=" | "<<" | ">>" | "+" | "-" | "*" | "/" | "%") ws unary)*
unary ::= (("+" | "-" | "!" | "~" | "*" | "&" | "++" | "--") ws)* postfix
postfix ::= primary ("[" ws expr "]" ws | "(" ws (assign ("," ws assign)*)? ")" ws | "." ws id | "->" ws id | "++" ws | "--" ws)*
primary ::= id | int ws | float ws | string ws | char ws | "(" ws expr ")" ws
id ::= [A-Za-z_] [A-Za-z0-9_]* ws
int ::= ("0" | [1-9] [0-9]*) [uUlL]? | "0" [xX] [0-9a-fA-F]+
float ::= [0-9]+ "." [0-9]* ([eE] [+-]? [0-9]+)? [fF]?
string ::= "\"" body
body ::= "\"" | [^"\\\n] body | "\\" [^\n] body
char ::= "'" ([^'\\\n] | "\\" [^\n]) "'"
ws ::= [ \t\n]*
`;
