// Python as a language: lexemes, layout and grammar of each version.
export {};
