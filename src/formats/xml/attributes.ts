/** More than any usual tag has: from here on a list would be slower than a map. */
const FEW = 16;

const FEW_ROOMS = 8;
const NONE: string[] = [];

/** The attributes of a tag, in their order. They are few and there are many tags: a list is smaller and quicker than a map. */
export class Attributes implements ReadonlyMap<string, string> {
  /** Names and values in turn. */
  #list: string[] = NONE;
  #index: Map<string, string> | undefined;

  get size(): number {
    return this.#list.length / 2;
  }

  add(name: string, value: string): void {
    // An array that grows keeps room for sixteen more: most tags have one or two.
    const list = this.#list;
    if (list.length === 0) this.#list = [name, value];
    else if (list.length === 2) this.#list = [list[0] ?? "", list[1] ?? "", name, value];
    else if (list.length < FEW_ROOMS) this.#list = list.concat([name, value]);
    else list.push(name, value);
    if (this.#index !== undefined) this.#index.set(name, value);
    else if (this.size > FEW) this.#index = new Map(this.entries());
  }

  get(name: string): string | undefined {
    if (this.#index !== undefined) return this.#index.get(name);
    const list = this.#list;
    for (let at = 0; at < list.length; at += 2) if (list[at] === name) return list[at + 1];
    return undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  *entries(): MapIterator<[string, string]> {
    const list = this.#list;
    for (let at = 0; at < list.length; at += 2) yield [list[at] ?? "", list[at + 1] ?? ""];
  }

  *keys(): MapIterator<string> {
    for (const [name] of this.entries()) yield name;
  }

  *values(): MapIterator<string> {
    for (const [, value] of this.entries()) yield value;
  }

  [Symbol.iterator](): MapIterator<[string, string]> {
    return this.entries();
  }

  forEach(use: (value: string, name: string, attributes: ReadonlyMap<string, string>) => void): void {
    for (const [name, value] of this.entries()) use(value, name, this);
  }
}
