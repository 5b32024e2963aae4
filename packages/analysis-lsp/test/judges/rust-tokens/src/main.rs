//! Prints the tokens of Rust files as the compiler's lexer reads them: for each file named on standard input, a line of JSON with their kinds, starts and
//! ends in bytes.

use ra_ap_rustc_lexer::{FrontmatterAllowed, LiteralKind, TokenKind, tokenize};
use std::io::BufRead;

fn kind_of(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::Whitespace => return None,
        TokenKind::LineComment { .. } | TokenKind::BlockComment { .. } => "comment",
        TokenKind::Ident | TokenKind::RawIdent => "word",
        TokenKind::Lifetime { .. } | TokenKind::RawLifetime => "label",
        TokenKind::Literal { kind: LiteralKind::Int { .. } | LiteralKind::Float { .. }, .. } => "number",
        TokenKind::Literal { .. } => "string",
        _ => "punctuation",
    })
}

fn main() {
    for file in std::io::stdin().lock().lines() {
        let text = std::fs::read_to_string(file.unwrap()).unwrap_or_default();
        let mut tokens = Vec::new();
        let (mut start, mut errors) = (0, 0);
        for token in tokenize(&text, FrontmatterAllowed::No) {
            let end = start + token.len as usize;
            // A suffix is a word that directly follows its literal.
            let literal = match token.kind {
                TokenKind::Literal { kind: LiteralKind::Int { .. } | LiteralKind::Float { .. }, .. } => end,
                TokenKind::Literal { suffix_start, .. } => start + suffix_start as usize,
                _ => end,
            };
            if matches!(token.kind, TokenKind::Unknown | TokenKind::UnknownPrefix | TokenKind::InvalidIdent) {
                errors += 1;
            }
            if let Some(kind) = kind_of(token.kind) {
                tokens.push(format!("[\"{kind}\",{start},{literal}]"));
            }
            start = end;
        }
        println!("{{\"tokens\":[{}],\"errors\":{errors}}}", tokens.join(","));
    }
}
