import { english } from "../../src/service/wording/catalogues.ts";
import { wordsOf, type Sentence } from "../../src/service/wording/words.ts";

/** What is put into a place of a sentence stands outside of the brackets. */
const bracketedText = (text: string): string => `⟦${text.replaceAll(/{{\w+}}/g, "⟧$&⟦")}⟧`;
const bracketed = (sentence: Sentence): Sentence =>
  typeof sentence === "string"
    ? bracketedText(sentence)
    : Object.fromEntries(Object.entries(sentence).map(([category, text]) => [category, bracketedText(text)]));
/**
 * A language in which every sentence stands between brackets that nobody else writes. It is none that the checks and the API speak: what
 * those say is marked as English.
 */
export const bracketedWords = wordsOf(
  "de",
  new Map([...english].map(([key, sentence]) => [key, bracketed(sentence)])),
  english,
);

/** Whose text is somebody's: a language, a direction or an element of code says so. */
const OF_OTHERS =
  /^<(?:code|bdi|textarea|data|kbd|del|ins|title|script|style|a class="brand")[\s>]|\s(?:dir|lang)="|\sid="target-\d+-source"/;
const VOID = /^<(?:input|meta|link|img|br|hr|!doctype)[\s>]/i;
const READ = /\s(?:aria-label|title|placeholder|alt)="([^"]*)"/g;

/** What a page says outside of all brackets, and that nobody else wrote. */
export function unbracketed(page: string, theirs: readonly string[]): readonly string[] {
  const found: string[] = [];
  const open: { readonly name: string; readonly isTheirs: boolean }[] = [];
  let depth = 0;
  const look = (text: string): void => {
    let outside = "";
    for (const character of text) {
      if (character === "⟦") depth += 1;
      else if (character === "⟧") depth -= 1;
      else if (depth === 0) outside += character;
    }
    const rest = theirs.reduce((left, own) => left.replaceAll(own, " "), outside.replaceAll(/&#?\w+;/g, " "));
    if (/\p{L}{2,}/u.test(rest)) found.push(rest.trim().replaceAll(/\s+/g, " "));
  };
  for (const [token] of page.replaceAll(/<!--.*?-->/gs, "").matchAll(/<[^>]*>|[^<]+/g)) {
    const isTheirs = open.some((each) => each.isTheirs);
    if (!token.startsWith("<")) {
      if (!isTheirs) look(token);
    } else if (token.startsWith("</")) {
      open.splice(open.findLastIndex(({ name }) => token === `</${name}>`));
    } else {
      const own = isTheirs || OF_OTHERS.test(token.replace(/^<html[^>]*>/, "<html>"));
      if (!own || /^<(?:textarea|input|a class="brand")/.test(token))
        for (const [, value = ""] of token.matchAll(READ)) look(value);
      if (!VOID.test(token)) open.push({ name: /^<([\w-]+)/.exec(token)?.[1] ?? "", isTheirs: own });
    }
  }
  return found;
}
