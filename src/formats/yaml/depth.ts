import { errorAt } from "../source-text.ts";
import type { CST } from "yaml";

/** Deeper files are nobody's translations; the limit keeps the stack safe. */
const MAXIMUM_DEPTH = 100;

/** @throws {FormatError} where collections stand in each other deeper than the limit */
export function checkDepth(tokens: readonly CST.Token[], text: string, path: string | undefined): void {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > MAXIMUM_DEPTH) {
      throw errorAt(text, token.offset, `nested deeper than ${String(MAXIMUM_DEPTH)} levels`, path);
    }
    if (token.type === "document" && token.value !== undefined) open.push({ token: token.value, depth });
    if (token.type !== "block-map" && token.type !== "block-seq" && token.type !== "flow-collection") continue;
    for (const { key, value } of token.items) {
      for (const inner of [key, value]) {
        if (inner !== undefined && inner !== null && "type" in inner) open.push({ token: inner, depth: depth + 1 });
      }
    }
  }
}
