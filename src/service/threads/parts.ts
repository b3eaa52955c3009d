import { deserialize, serialize } from "node:v8";
import { giveWay } from "../../store/turns.ts";

/** Some elements of a list, as they go from one thread to another: all of them at once would be a long stretch for either. */
export interface Part<Element> extends Uint8Array {
  /** Never there: it tells what the bytes are. */
  readonly element?: Element;
}

const TOGETHER = 1000;

export function partOf<Element>(elements: readonly Element[]): Part<Element> {
  return serialize(elements);
}

export function elementsOf<Element>(part: Part<Element>): Element[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `partOf` made it
  return deserialize(part) as Element[];
}

/** All of a list, on the thread that answers: others are answered in between. */
export async function partsInTurn<Element>(list: readonly Element[]): Promise<Part<Element>[]> {
  const parts: Part<Element>[] = [];
  for (let from = 0; from < list.length; from += TOGETHER) {
    if (from > 0) await giveWay();
    parts.push(partOf(list.slice(from, from + TOGETHER)));
  }
  return parts;
}
