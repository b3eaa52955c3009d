import type { PlainChange } from "../../catalog/unit-change.ts";
import { CONTEXT_SEPARATOR, unitStates, type Unit, type UnitState } from "../../catalog/unit.ts";
import {
  ChainEdge,
  insertAfter,
  KeyedLinks,
  newLink,
  putIn,
  standing,
  takeOut,
  type Link,
} from "../text/line-chain.ts";
import { errorAt } from "../text/source-text.ts";
import { escapeFormula, needsQuotes, quoteCell, unquoted } from "./cells.ts";
import { saysFuzzy, type Column } from "./columns.ts";
import type { Row } from "./rows.ts";
import type { CsvStyle } from "./style.ts";
import { RowReader, type CsvFile, type CsvKind } from "./units.ts";

interface RowLink extends Link {
  readonly kind: "row";
  readonly key: string;
  /** As they stand in the file. */
  readonly cells: string[];
  readonly texts: Map<Column, string>;
}

/** Applies changes to a table; every cell that no change names keeps its bytes. */
export function patch(
  file: CsvFile,
  changes: readonly PlainChange[],
  { kind, style, path }: { readonly kind: CsvKind; readonly style: CsvStyle; readonly path?: string | undefined },
): string {
  return changes.length === 0 ? file.table.text : new Patch(file, kind, style, path).apply(changes);
}

class Patch {
  readonly #file: CsvFile;
  readonly #kind: CsvKind;
  readonly #style: CsvStyle;
  readonly #path: string | undefined;
  readonly #reader: RowReader;
  readonly #edge: Link = new ChainEdge();
  readonly #rows = new KeyedLinks<RowLink>();
  /** The names of the columns, or the beginning of the file. */
  readonly #top: Link;
  /** The last row there ever was; a removed one still tells the place. */
  #last: Link;

  constructor(file: CsvFile, kind: CsvKind, style: CsvStyle, path: string | undefined) {
    this.#file = file;
    this.#kind = kind;
    this.#style = style;
    this.#path = path;
    this.#reader = new RowReader(file);
    const { text, lines } = file.table;
    this.#last = this.#edge;
    let top: Link = this.#edge;
    for (const line of lines) {
      const plain = newLink(line.kind, text.slice(line.start, line.end), text.slice(line.end, line.next));
      const link = line.kind === "row" && line !== file.header ? this.#linkOf(plain, line) : plain;
      insertAfter(this.#edge.previous, link);
      if (line.kind === "row") this.#last = link;
      if (line === file.header) top = link;
    }
    this.#top = top;
  }

  apply(changes: readonly PlainChange[]): string {
    for (const change of changes) {
      if (change.kind === "set") this.#set(change.key, change.target, change.state);
      else if (change.kind === "add") this.#add(change.unit, change.after);
      else this.#remove(change.key);
    }
    return this.#render();
  }

  #linkOf(plain: Link, row: Row): Link {
    const { table, order } = this.#file;
    const key = this.#reader.key(row);
    if (key === undefined) return plain;
    const cells = row.cells.map(({ start, end }) => table.text.slice(start, end));
    const texts = new Map<Column, string>();
    for (const column of order) if (column !== undefined) texts.set(column, this.#reader.text(row, column) ?? "");
    const link: RowLink = { ...plain, kind: "row", key, cells, texts };
    this.#rows.add(link);
    return link;
  }

  /** The rows that make up a unit. */
  #live(key: string): readonly RowLink[] {
    const rows = this.#rows.all(key);
    return this.#kind.isMulti ? rows : rows.slice(-1);
  }

  #set(key: string, target: readonly string[], state: UnitState | undefined): void {
    const rows = this.#live(key);
    const last = rows.at(-1);
    if (last === undefined) throw new RangeError(`no unit "${key}" in the file`);
    const forms = this.#kind.isMulti && target.length > 0 ? target : [target[0] ?? ""];
    const wasFuzzy = rows.some(({ texts }) => saysFuzzy(texts.get("fuzzy") ?? ""));
    const isFuzzy = state === undefined ? false : state === unitStates.needsEditing;
    const isEmpty = forms.every((form) => form === "");
    for (const [index, row] of rows.entries()) {
      if (index >= forms.length) takeOut(row, []);
      else this.#write(row, "target", forms[index] ?? "");
      if (isFuzzy !== wasFuzzy && !isEmpty) this.#write(row, "fuzzy", this.#mark(isFuzzy));
    }
    let place = last;
    for (const form of forms.slice(rows.length)) {
      const row = this.#copyOf(place, form);
      insertAfter(place, row);
      this.#rows.add(row);
      if (place === this.#last) this.#last = row;
      place = row;
    }
  }

  #mark(isFuzzy: boolean): string {
    return isFuzzy ? this.#style.fuzzy.yes : this.#style.fuzzy.no;
  }

  #copyOf(model: RowLink, target: string): RowLink {
    const copy: RowLink = {
      ...newLink("row", model.body),
      key: model.key,
      cells: [...model.cells],
      texts: new Map(model.texts),
    };
    this.#write(copy, "target", target);
    return copy;
  }

  #write(row: RowLink, column: Column, text: string): void {
    const index = this.#file.order.lastIndexOf(column);
    if ((row.texts.get(column) ?? "") === text) return;
    if (index === -1) return this.#miss(column);
    while (row.cells.length <= index) row.cells.push("");
    row.cells[index] = this.#cell(text, row.cells[index] ?? "");
    row.texts.set(column, text);
    row.body = row.cells.join(this.#file.table.delimiter);
  }

  #miss(column: Column): void {
    if (OPTIONAL.has(column)) return;
    const { text, start } = this.#file.table;
    throw errorAt(text, start, `the table has no column named ${column}`, this.#path);
  }

  /** In quotes where the old cell had them without need. */
  #cell(text: string, before: string): string {
    const lead = /^ *(?=")/.exec(before)?.[0] ?? "";
    const old = before.slice(lead.length);
    const wasQuoted = old.startsWith('"') && !needsQuotes(old.slice(1, -1).replaceAll('""', '"'));
    const isEscaped = this.#style.escapesFormulas || unquoted(text) !== undefined;
    const inLineEnds = text.replaceAll("\n", this.#style.cellBreak).replaceAll("\r\r\n", "\r\n");
    const quoted = quoteCell(isEscaped ? escapeFormula(inLineEnds) : inLineEnds, wasQuoted || this.#style.isQuoted);
    return quoted.startsWith('"') ? lead + quoted : quoted;
  }

  #remove(key: string): void {
    for (const row of this.#rows.all(key)) takeOut(row, []);
  }

  #add(unit: Unit, after: string | undefined): void {
    const { key, target, state } = unit;
    if (this.#live(key).length > 0) return this.#set(key, target, state);
    const anchor = after === undefined ? this.#top : (this.#rows.last(after) ?? this.#last);
    let place = standing(anchor);
    let last = anchor;
    for (const form of this.#kind.isMulti && target.length > 0 ? target : [target[0] ?? ""]) {
      const row = this.#newRow(unit, form);
      putIn(place, row, [], false);
      this.#rows.add(row);
      place = last = row;
    }
    if (anchor === this.#last) this.#last = last;
  }

  #newRow(unit: Unit, target: string): RowLink {
    const texts = this.#textsOf(unit, target);
    const cells = this.#file.order.map((column) => {
      const text = column === undefined ? "" : (texts.get(column) ?? "");
      return text === "" && !this.#style.isQuoted ? "" : this.#cell(text, "");
    });
    return { ...newLink("row", cells.join(this.#file.table.delimiter)), key: unit.key, cells, texts };
  }

  #textsOf({ key, source, context, state, note, location }: Unit, target: string): Map<Column, string> {
    const { order, table } = this.#file;
    const texts = new Map<Column, string>([
      ["target", target],
      ["location", location],
      ["fuzzy", this.#mark(state === unitStates.needsEditing)],
      ["developer_comments", note],
      ...this.#identityOf(key, context, source[0]),
    ]);
    const isHeld = [...texts].every(([column, text]) => text === "" || order.includes(column) || OPTIONAL.has(column));
    if (isHeld) return texts;
    const message = `the table has no column for the key "${key}"; it needs one of the name context or id`;
    throw errorAt(table.text, table.start, message, this.#path);
  }

  /** The cells that a row has its key from, and the source where the key leaves room for it. */
  #identityOf(key: string, context: string, source: string | undefined): readonly (readonly [Column, string])[] {
    const { order } = this.#file;
    const keyColumn = order.includes("id") ? "id" : "context";
    const isKeyed =
      !order.includes("source") || ((source ?? "") === "" && context === key && order.includes(keyColumn));
    if (isKeyed) return [[keyColumn, key]];
    const named = source ?? key;
    const isKeyOfSource = key === named || key === context + CONTEXT_SEPARATOR + named;
    if (!isKeyOfSource && keyColumn === "context") return [["source", key]];
    // With a context, a source alone would be another key.
    const ownContext = key === named || context === key ? "" : context;
    return [["source", named], ["context", ownContext], ...(isKeyOfSource ? [] : ([["id", key]] as const))];
  }

  #render(): string {
    const { text, start } = this.#file.table;
    const { lineEnd, hasFinalBreak } = this.#style;
    const pieces = [text.slice(0, start)];
    for (let link = this.#edge.next; link !== this.#edge; link = link.next) {
      pieces.push(link.body);
      if (link.next === this.#edge && !hasFinalBreak) break;
      pieces.push(link.lineBreak === "" ? lineEnd : link.lineBreak);
    }
    return pieces.join("");
  }
}

/** What a table may do without. */
const OPTIONAL: ReadonlySet<Column> = new Set(["location", "fuzzy", "developer_comments", "translator_comments"]);
