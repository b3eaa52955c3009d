import type { ThreeVersions } from "./merge-lines.ts";

/** `"PO-Revision-Date: 2026-11-21 10:00+0100\n"` on a line of its own, as every program writes it. */
const fieldLine = (name: string): RegExp => new RegExp(String.raw`^"${name}: ([^"]*?)(?:\\n)?"(?=\r?$)`, "m");

const REVISION = "PO-Revision-Date";
const dates = [REVISION, "POT-Creation-Date"];
/** What goes with the last revision. */
const ofRevision = ["Last-Translator", "X-Generator"];

/** The header stands in front; nobody's is longer. */
const HEADER_LENGTH = 10_000;

/**
 * The same three versions with one and the same value in the header fields that every save of a file changes: of two dates
 * the later one, and who and what made that revision. What only one side changed stays changed.
 */
export function withCommonHeader(versions: ThreeVersions): ThreeVersions {
  const texts = {
    base: headerOf(versions.base),
    ours: headerOf(versions.ours),
    theirs: headerOf(versions.theirs),
  };
  const newer = isLater(valueIn(texts.theirs, REVISION), valueIn(texts.ours, REVISION)) ? "theirs" : "ours";
  const values = new Map<string, string>();
  for (const name of [...dates, ...ofRevision]) {
    const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map((text) => valueIn(text, name));
    if (ours === undefined || theirs === undefined) continue;
    if (dates.includes(name)) values.set(name, isLater(theirs, ours) ? theirs : ours);
    else if (ours === base) values.set(name, theirs);
    else values.set(name, theirs === base || newer === "ours" ? ours : theirs);
  }
  return {
    base: withValues(versions.base, values),
    ours: withValues(versions.ours, values),
    theirs: withValues(versions.theirs, values),
  };
}

/** Bytes as characters of the same number: a header's fields are told apart in any charset that PO files have. */
function headerOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, HEADER_LENGTH)).toString("latin1");
}

function valueIn(header: string, name: string): string | undefined {
  return fieldLine(name).exec(header)?.[1];
}

function isLater(one: string | undefined, other: string | undefined): boolean {
  return timeOf(one) > timeOf(other);
}

/** `2026-11-21 10:00+0100`; what is no date is older than any. */
function timeOf(value: string | undefined): number {
  const [, day, time, zone = "", minutes = ""] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?) ?(?:([+-]\d\d):?(\d\d))?/.exec(value ?? "") ?? [];
  const parsed =
    day === undefined ? Number.NaN : Date.parse(`${day}T${time ?? ""}${zone === "" ? "Z" : `${zone}:${minutes}`}`);
  return Number.isNaN(parsed) ? Number.NEGATIVE_INFINITY : parsed;
}

function withValues(bytes: Uint8Array, values: ReadonlyMap<string, string>): Uint8Array {
  let header = headerOf(bytes);
  for (const [name, value] of values) {
    header = header.replace(fieldLine(name), (line, old: string) => line.replace(`: ${old}`, () => `: ${value}`));
  }
  return Buffer.concat([Buffer.from(header, "latin1"), bytes.subarray(HEADER_LENGTH)]);
}
