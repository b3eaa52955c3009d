import { deserialize, serialize } from "node:v8";
import { giveBack } from "../../network/given-back.ts";
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

export function partsOf<Element>(list: readonly Element[]): Part<Element>[] {
  return Array.from({ length: Math.ceil(list.length / TOGETHER) }, (_, index) =>
    partOf(list.slice(index * TOGETHER, (index + 1) * TOGETHER)),
  );
}

/** The same on the thread that answers: others are answered in between. */
export async function partsInTurn<Element>(list: readonly Element[]): Promise<Part<Element>[]> {
  const parts: Part<Element>[] = [];
  for (let from = 0; from < list.length; from += TOGETHER) {
    if (from > 0) await giveWay();
    parts.push(partOf(list.slice(from, from + TOGETHER)));
  }
  return parts;
}

/** All elements, on the thread that answers: others are answered in between. The parts are empty afterwards. */
export async function listOf<Element>(parts: readonly Part<Element>[]): Promise<Element[]> {
  const list: Element[] = [];
  for (const part of parts) {
    await giveWay();
    list.push(...elementsOf(part));
    giveBack(part);
  }
  return list;
}
