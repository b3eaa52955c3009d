import type { Layout } from "../format.ts";
import type { Charset } from "../text/charset.ts";
import { layoutOf } from "../text/layout.ts";
import { encodeProperties } from "./encode.ts";
import { entriesOf, parse } from "./parse.ts";

/** Entries with the comments above them. @param keyOf what a unit is called whose entry has that key */
export function propertiesLayout(
  bytes: Uint8Array,
  charset: Charset,
  path: string | undefined,
  keyOf: (key: string) => string = (key) => key,
): Layout {
  const text = charset.decode(bytes, path);
  const places = entriesOf(parse(text, path)).map(({ key, comments, keyStart, end }) => {
    return { key: keyOf(key), start: comments[0]?.start ?? keyStart, end };
  });
  return layoutOf(text, places, (written) => encodeProperties(written, charset));
}
