// Prints the tokens of Go files as go/scanner reads them: for each file named on standard input, a line of JSON with its kinds, starts and ends in bytes.
package main

import (
	"bufio"
	"encoding/json"
	"go/scanner"
	"go/token"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		text, err := os.ReadFile(lines.Text())
		if err != nil {
			panic(err)
		}
		set := token.NewFileSet()
		file := set.AddFile("", set.Base(), len(text))
		errors := 0
		var s scanner.Scanner
		s.Init(file, text, func(token.Position, string) { errors++ }, scanner.ScanComments)
		tokens := [][]any{}
		for {
			at, kind, literal := s.Scan()
			if kind == token.EOF {
				break
			}
			if literal == "" {
				literal = kind.String()
			}
			start := file.Offset(at)
			switch {
			case kind == token.SEMICOLON && literal == "\n":
			case kind == token.IDENT || kind.IsKeyword():
				tokens = append(tokens, []any{"word", start, start + len(literal), kind.String()})
			default:
				tokens = append(tokens, []any{kind.String(), start, start + len(literal), kind.String()})
			}
		}
		out.Encode(map[string]any{"tokens": tokens, "errors": errors})
	}
}
