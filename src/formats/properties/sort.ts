import { charsetOf } from "../text/charset.ts";
import { encodeProperties } from "./encode.ts";
import { parse, type Entry } from "./parse.ts";

/**
 * The same entries in the order of their keys, each with the comments right above it; what stands above the first entry
 * and is not its comment stays at the top, and so does what follows the last one at the end.
 * @throws {FormatError}
 */
export function sortProperties(bytes: Uint8Array, { caseSensitive }: { readonly caseSensitive: boolean }): Uint8Array {
  const charset = charsetOf(bytes, "iso-8859-1");
  const { text, parts } = parse(charset.decode(bytes, undefined));
  const entries = parts.filter((part): part is Entry => part.kind === "entry");
  const [first] = entries;
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return bytes;
  const lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  const blocks = entries.map((entry, index) => {
    // A comment that belongs to no entry goes with the one that follows it.
    const start = index === 0 ? startOf(entry) : (entries[index - 1]?.next ?? startOf(entry));
    return { key: caseSensitive ? entry.key : entry.key.toLowerCase(), text: text.slice(start, entry.end) };
  });
  const sorted = blocks.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)));
  if (sorted.every((block, index) => block === blocks[index])) return bytes;
  const body = sorted.map((block) => block.text).join(lineEnd);
  return encodeProperties(text.slice(0, startOf(first)) + body + text.slice(last.end), charset);
}

function startOf({ start, comments }: Entry): number {
  return comments[0]?.start ?? start;
}
