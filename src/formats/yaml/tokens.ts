import { Lexer, Parser } from "yaml";
import type { CST } from "yaml";
import { errorAt } from "../text/source-text.ts";

/** Deeper files are nobody's translations; the limit keeps the stack of the library that reads them safe. */
const MAXIMUM_DEPTH = 100;

/** @throws {FormatError} where collections stand in each other deeper than the limit */
export function tokensOf(text: string, path: string | undefined): readonly CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  // To the library the mark is a first column, and the lines of a list below are indented less.
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  parser.offset = mark;
  for (const lexeme of new Lexer().lex(text.slice(mark))) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // The document, the collections that are open, and the token that is being read.
    if (parser.stack.length > MAXIMUM_DEPTH + 2) {
      throw errorAt(text, parser.offset, `nested deeper than ${String(MAXIMUM_DEPTH)} levels`, path);
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}
