import { equalTexts } from "../../catalog/texts.ts";
import type { Format, ReadOptions, UnitChange } from "../format.ts";
import { parse } from "../json/parse.ts";
import { escapesOf, quote } from "../json/style.ts";
import { memberNamed } from "../json/tree.ts";
import { applyEditsInUtf8, decodeUtf8 } from "../text/source-text.ts";
import { splitKey, stringsIn } from "./entries.ts";

type Rename = Extract<UnitChange, { kind: "rename" }>;

/** A key is that of all languages: whoever renames it in one of them keeps what the others say. */
export function withRenamedKeys(format: Format): Format {
  return {
    ...format,
    patch(bytes, changes, options = {}) {
      let patched = bytes;
      let waiting: UnitChange[] = [];
      for (const change of changes) {
        if (change.kind !== "rename") {
          waiting.push(change);
          continue;
        }
        const before = waiting.length === 0 ? patched : format.patch(patched, waiting, options);
        const renamed = renamedKey(format, before, change, options);
        if (renamed === undefined) waiting.push(change);
        else {
          patched = renamed;
          waiting = [];
        }
      }
      return waiting.length === 0 && patched !== bytes ? patched : format.patch(patched, waiting, options);
    },
  };
}

/** Undefined where the key is no key of the program by itself, or the new one is there already. */
function renamedKey(
  format: Format,
  bytes: Uint8Array,
  { key, to, unit: said }: Rename,
  options: ReadOptions,
): Uint8Array | undefined {
  if (splitKey(key).path !== "" || splitKey(to).path !== "") return undefined;
  const text = decodeUtf8(bytes, options.path);
  const strings = stringsIn(parse(text, options.path));
  const member = strings === undefined ? undefined : memberNamed(strings, key);
  if (strings === undefined || member === undefined || memberNamed(strings, to) !== undefined) return undefined;
  const edit = { start: member.start, end: member.nameEnd, text: quote(to, escapesOf(text)) };
  const renamed = applyEditsInUtf8(bytes, text, [edit]);
  const textOf = (content: Uint8Array, name: string) =>
    format.read(content, options).units.find((unit) => unit.key === name);
  const former = textOf(bytes, key);
  if (former === undefined) return undefined;
  const { target, state } = { ...former, ...said };
  // A text that only the key said is said by the new key no more.
  const isSame = equalTexts(textOf(renamed, to)?.target ?? [], target) && said?.state === undefined;
  return isSame ? renamed : format.patch(renamed, [{ kind: "set", key: to, target, state }], options);
}
