"""Prints the tokens of C++ files as clang reads them (`cpp`), or of C# files as Pygments does (`csharp`): for each file named on standard input, a line of
JSON with their kinds, starts and ends in bytes."""

import json
import re
import sys


def of_clang(file):
    from clang.cindex import Index, TokenKind

    kinds = {TokenKind.KEYWORD: "word", TokenKind.IDENTIFIER: "word", TokenKind.COMMENT: "comment"}
    text = open(file, "rb").read()
    # The directives are read, their files are not.
    unit = Index.create().parse(file, args=["-x", "c++", "-std=c++20", "-nostdinc", "-nostdinc++"])
    tokens = []
    # The names of directives whose lines hold code; lines of others are no C++.
    code = {"define", "elif", "else", "endif", "if", "ifdef", "ifndef", "undef"}
    until = 0
    for token in unit.get_tokens(extent=unit.cursor.extent):
        if token.extent.start.offset < until:
            continue
        directive = re.compile(rb"#[ \t]*(\w*)((?:\\\r?\n|[^\n])*)").match(text, token.extent.start.offset)
        line = text[: token.extent.start.offset].rpartition(b"\n")[2]
        if directive and not line.strip() and directive[1].decode() not in code:
            until = directive.end()
            tokens.append(["directive", directive.start(), until])
            continue
        if directive and not line.strip():
            until = directive.end(1)
            tokens.append(["directive", directive.start(), until])
            continue
        start, end = token.extent.start.offset, token.extent.end.offset
        kind = kinds.get(token.kind, "punctuation")
        if token.kind == TokenKind.LITERAL:
            literal = text[start:end].decode("utf-8", "replace")
            kind = "number" if re.match(r"\.?[0-9]", literal) else "string"
            # A suffix is a word that directly follows its literal.
            suffix = re.search(r"[A-Za-z_]\w*$", literal)
            if kind == "string" and suffix:
                end -= len(suffix[0])
        tokens.append([kind, start, end])
    return tokens


def of_pygments(file):
    from pygments.lexers import CSharpLexer
    from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String

    text = open(file, encoding="utf-8-sig", newline="").read()
    skipped = len(open(file, "rb").read()) - len(text.encode())
    tokens = []
    for at, kind, spelt in CSharpLexer(stripnl=False, ensurenl=False).get_tokens_unprocessed(text):
        start = skipped + len(text[:at].encode()) if not text.isascii() else skipped + at
        end = start + len(spelt.encode())
        if kind in Error:
            return None
        # These may hold several lexemes.
        if kind in Name.Attribute or kind in Name.Namespace or kind in Comment.Preproc or "$" in spelt:
            tokens.append(["untold", start, end])
        elif kind in String:
            tokens.append(["string", start, end])
        elif kind in Comment:
            tokens.append(["comment", start, start + len(spelt.rstrip("\r\n").encode())])
        elif kind in Number:
            tokens.append(["number", start, end])
        elif (kind in Name or kind in Keyword) and re.fullmatch(r"@?\w+", spelt):
            tokens.append(["word", start, end])
        elif kind in Punctuation or kind in Operator:
            tokens.append(["punctuation", start, end])
        elif spelt.strip():
            tokens.append(["untold", start, end])
    return tokens


for line in sys.stdin:
    try:
        tokens = (of_clang if sys.argv[1] == "cpp" else of_pygments)(line.rstrip("\n"))
    except ImportError:
        sys.exit(77)  # libclang or Pygments is not here
    print(json.dumps({"tokens": tokens or [], "errors": 0 if tokens is not None else 1}))
