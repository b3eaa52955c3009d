import { isRecord } from "../../../src/core/json.ts";
import type { Answer } from "./answer.ts";

/** How the second answer differs from the first, one line each. */
export function differencesBetween(real: Answer, embedded: Answer): string[] {
  const lines: string[] = [];
  if (real.status !== embedded.status) lines.push(`status ${String(real.status)} → ${String(embedded.status)}`);
  const lost = real.headers.filter((header) => !embedded.headers.includes(header));
  const gained = embedded.headers.filter((header) => !real.headers.includes(header));
  if (lost.length > 0) lines.push(`without header ${lost.join(", ")}`);
  if (gained.length > 0) lines.push(`with header ${gained.join(", ")}`);
  if (real.contentType !== embedded.contentType) {
    lines.push(`content-type ${real.contentType} → ${embedded.contentType}`);
  } else if (real.status === embedded.status) compare(real.body, embedded.body, "", lines);
  return [...new Set(lines)];
}

/** Objects inside others are compared where they are asked for themselves. */
const COMPARED_ELSEWHERE = /\.(?:project|component|language|source_language)\.$/;

function compare(real: unknown, embedded: unknown, path: string, lines: string[]): void {
  if (COMPARED_ELSEWHERE.test(`.${path}`) && isRecord(real) && isRecord(embedded)) return;
  // Of a structure: what is null says nothing about its type.
  if ((real === null && isStructure(embedded)) || (embedded === null && isStructure(real))) return;
  const name = path === "" ? "body" : `\`${path.replace(/\.$/, "")}\``;
  if (isRecord(real) && isRecord(embedded)) {
    for (const key of Object.keys(real)) {
      if (!Object.hasOwn(embedded, key)) lines.push(`without \`${path}${key}\``);
    }
    for (const key of Object.keys(embedded)) {
      if (!Object.hasOwn(real, key)) lines.push(`with \`${path}${key}\``);
      else compare(real[key], embedded[key], `${path}${key}.`, lines);
    }
    return;
  }
  if (Array.isArray(real) && Array.isArray(embedded)) {
    if (real.length !== embedded.length && !real.some(isRecord)) {
      lines.push(`${name} ${shown(real)} → ${shown(embedded)}`);
      return;
    }
    if (real.length !== embedded.length) {
      lines.push(`${name} ${String(real.length)} → ${String(embedded.length)} items`);
    }
    const shorter = Math.min(real.length, embedded.length);
    for (let index = 0; index < shorter; index++) {
      compare(real[index], embedded[index], `${path.replace(/\.$/, "")}[].`, lines);
    }
    return;
  }
  if (isLong(real) && isLong(embedded)) {
    compareLines(real, embedded, name, lines);
    return;
  }
  if (JSON.stringify(real) !== JSON.stringify(embedded)) lines.push(`${name} ${shown(real)} → ${shown(embedded)}`);
}

const isLong = (value: unknown): value is string => typeof value === "string" && value.includes("\n");

function compareLines(real: string, embedded: string, name: string, lines: string[]): void {
  const [before, after] = [real.split("\n"), embedded.split("\n")];
  for (const line of before) if (!after.includes(line)) lines.push(`${name} without line ${shown(line)}`);
  for (const line of after) if (!before.includes(line)) lines.push(`${name} with line ${shown(line)}`);
  if (real !== embedded && before.toSorted().join() === after.toSorted().join())
    lines.push(`${name} ${shown(real)} → ${shown(embedded)}`);
}

function isStructure(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 1 && isStructure(value[0]);
  return isRecord(value)
    ? Object.values(value).every((each) => each === null || isStructure(each))
    : typeof value === "string" && /^\((?:string|number|boolean)\)$/.test(value);
}

const LONGEST = 70;

/** In one cell of a table; of long texts their beginning. */
function shown(value: unknown): string {
  const text = JSON.stringify(value).replaceAll("|", "¦");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
