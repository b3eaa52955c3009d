import { perForm, type Finders } from "./check.ts";
import { difference } from "./placeholders.ts";

const CODE = /(?<!`)(`{1,8})(?!`)[^]*?[^`]\1(?!`)/g;
const INLINE_LINK =
  /(!?)\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\]\(\s*(<[^<>\n]*>|(?:[^\s()\\]|\\.|\([^\s()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/g;
const REFERENCE_LINK = /\[((?:[^[\]\\]|\\.)+)\]\[((?:[^[\]\\]|\\.)*)\]/g;
const AUTOLINK = /<(?:[a-z][a-z+.-]{1,31}:[^\s<>]*|[\w.+-]+@[\w.-]+)>/gi;
const STRUCK = /~~(?=\S)[^~]*[^~\s]~~/g;
const STRONG = /(?<![\w*])(\*\*|__)(?=\S)(?:(?!\1)[^])*?\S\1(?!\*)/g;
const EMPHASIS = /(?<![\w*])\*(?=[^\s*])[^*]*[^\s*]\*(?!\*)|(?<![\w_])_(?=[^\s_])[^_]*[^\s_]_(?![\w_])/g;

export const markdownFinders: Finders = {
  "md-link": perForm((source, target) => {
    const [wanted, found] = [linksOf(source), linksOf(target)];
    if (wanted.length !== found.length) {
      return `Expected ${String(wanted.length)} × [text](address) as in the source, found ${String(found.length)}.`;
    }
    // Addresses may lead to a page in the language; one inside the document or program may not.
    const [inside, insideFound] = [wanted.filter(isInside), found.filter(isInside)];
    return sameKinds(inside, insideFound);
  }),

  "md-reflink": perForm((source, target) => {
    const [wanted, found] = [referencesOf(source), referencesOf(target)];
    if (wanted.length === 0) return undefined;
    return sameKinds(wanted, found);
  }),

  "md-syntax": perForm((source, target) => sameKinds(marksOf(source), marksOf(target))),
};

function linksOf(text: string): readonly string[] {
  return Array.from(text.replace(CODE, "").matchAll(INLINE_LINK), ([, , address = ""]) => address);
}

function isInside(address: string): boolean {
  return /^[#{$%]/.test(address);
}

function referencesOf(text: string): readonly string[] {
  return Array.from(text.replace(CODE, "").matchAll(REFERENCE_LINK), ([, , reference = ""]) => `[${reference}]`);
}

function sameKinds(wanted: readonly string[], found: readonly string[]): string | undefined {
  const [missing, unexpected] = [surplus(wanted, found), surplus(found, wanted)];
  return missing.length > 0 || unexpected.length > 0 ? difference(missing, unexpected) : undefined;
}

function surplus(these: readonly string[], those: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const one of those) counts.set(one, (counts.get(one) ?? 0) + 1);
  return these.filter((one) => {
    const left = counts.get(one) ?? 0;
    counts.set(one, left - 1);
    return left <= 0;
  });
}

/** The kinds of emphasis a text has, by their signs, once for each place. */
function marksOf(text: string): readonly string[] {
  const marks: string[] = [];
  let rest = text;
  const take = (pattern: RegExp, mark: (found: string) => string): void => {
    rest = rest.replace(pattern, (found: string) => {
      marks.push(mark(found));
      return " ";
    });
  };
  take(CODE, () => "`");
  take(AUTOLINK, () => "<>");
  rest = rest.replace(INLINE_LINK, (link) => link.replace(/\([^()]*\)$/, ""));
  take(STRUCK, () => "~~");
  rest = rest.replace(STRONG, (strong, sign: string) => {
    marks.push(sign);
    return strong.slice(2, -2);
  });
  take(EMPHASIS, (found) => found.charAt(0));
  return marks;
}
