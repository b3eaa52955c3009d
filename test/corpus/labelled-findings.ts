import { readFileSync } from "node:fs";
import type { ReleasedFinding } from "./judged-texts.ts";

/** A finding that was read: `true`, the text breaks; `false`, it does not. */
export interface LabelledFinding extends Pick<ReleasedFinding, "package" | "file" | "key" | "language"> {
  readonly check: string;
  readonly label: boolean;
  /** In a few words. */
  readonly why: string;
}

const FILE = new URL("labelled-findings.tsv", import.meta.url);
const COLUMNS = 7;

/** One line a finding, below a line of names. */
export function labelledFindings(): readonly LabelledFinding[] {
  const [, ...lines] = readFileSync(FILE, "utf8").trimEnd().split("\n");
  return lines.map((line, index) => {
    const columns = line.split("\t");
    const [name = "", file = "", key = "", language = "", check = "", label = "", why = ""] = columns;
    if (columns.length !== COLUMNS || !/^(?:true|false)$/.test(label) || why === "") {
      throw new Error(`labelled-findings.tsv, line ${String(index + 2)}: expected 7 columns, the 6th true or false`);
    }
    return { package: name, file, key, language, check, label: label === "true", why };
  });
}

/** Where a finding stands, whoever found it. */
export function placeOf({ package: name, file, key, check }: Omit<LabelledFinding, "label" | "why">): string {
  return [name, file, key, check].join("\t");
}
