/** Where a line of text may be broken, and how wide it is: Unicode's rules (UAX 14, UAX 11) as far as gettext's output shows them. */

const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u;
const ZERO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
const PRINTABLE_ASCII = /^[\u0020-\u007E]*$/;

/** Columns on a terminal. */
export function widthOf(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (WIDE.test(character)) width += 2;
    else if (!ZERO_WIDTH.test(character)) width += 1;
  }
  return width;
}

const IDEOGRAPH = String.raw`[\u2E80-\u2FFF\u3001-\u3029\u3042-\u30FA\u3105-\u4DBF\u4E00-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFF01-\uFF60\u{1F300}-\u{1F64F}\u{20000}-\u{3FFFD}]`;
/** Never begins a line: closing brackets, stops, small kana. */
const CLOSING = String.raw`[)\]}!?,.:;/\u3001\u3002\u3005\u3009\u300B\u300D\u300F\u3011\u3015\u3017\u3041\u3043\u3045\u3047\u3049\u3063\u3083\u3085\u3087\u308E\u309B-\u309E\u30A1\u30A3\u30A5\u30A7\u30A9\u30C3\u30E3\u30E5\u30E7\u30EE\u30FB-\u30FE\uFF01\uFF09\uFF0C\uFF0E\uFF1A\uFF1B\uFF1F\uFF3D\uFF5D\u2026\u2025]`;
/** Never ends a line: opening brackets. */
const OPENING = String.raw`[(\[{\u3008\u300A\u300C\u300E\u3010\u3014\u3016\uFF08\uFF3B\uFF5B]`;
const QUOTE = String.raw`["'\u00AB\u00BB\u2018-\u201F\u2039\u203A]`;

const BREAKS = new RegExp(
  [
    // After blanks, unless what follows never begins a line.
    String.raw` (?! |${CLOSING}|\\n$|$)`,
    // After a hyphen, a dash, a slash or a stop, unless a number follows; after a bar, even then.
    String.raw`[-/.:,;\u2010\u2013\u2026](?![-|\d\s"']|${CLOSING}|\\|$)`,
    String.raw`[?!|](?![-|\s"']|${CLOSING}|\\|$)`,
    // Between a closing and an opening bracket.
    String.raw`[)\]}](?=[(\[{])`,
    // Between ideographs, and between an ideograph and anything else.
    String.raw`(?=${IDEOGRAPH})(?!${OPENING})[^](?!${CLOSING}|${QUOTE}|\s|\\n$|\\"|$)`,
    String.raw`(?!${OPENING}|${QUOTE}|\s|\\)[^](?=(?=${IDEOGRAPH})(?!${CLOSING}))`,
  ].join("|"),
  "gu",
);

/** Splits a text at every place where a line may end. The pieces joined are the text. */
export function lineSegments(text: string): string[] {
  const segments: string[] = [];
  let from = 0;
  for (const match of text.matchAll(BREAKS)) {
    const to = match.index + match[0].length;
    segments.push(text.slice(from, to));
    from = to;
  }
  if (from < text.length || segments.length === 0) segments.push(text.slice(from));
  return segments;
}
