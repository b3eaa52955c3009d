import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { allLanguages } from "../src/catalog/languages.ts";

const LONGEST_LINE = 118;

const territories = z.record(
  z.string(),
  z.object({
    _population: z.coerce.number(),
    languagePopulation: z.record(z.string(), z.object({ _populationPercent: z.coerce.number() })).optional(),
  }),
);
const parents = z.object({ parentLocale: z.record(z.string(), z.string()) });

/** Path → content of the tables that are made from what CLDR publishes. */
export async function cldrTables(): Promise<Readonly<Record<string, string>>> {
  return {
    // The service's languages are those of CLDR 47: a later version counts some of them anew.
    "src/catalog/cldr-populations.ts": populationTable(
      allLanguages().map(({ code }) => code),
      territories.parse(await supplemental("cldr-core-47", "territoryInfo")),
    ),
    "src/catalog/cldr-parents.ts": parentTable(
      parents.parse(await supplemental("cldr-core", "parentLocales")).parentLocale,
    ),
  };
}

/** One part of CLDR's supplemental data, from its npm package. */
async function supplemental(name: string, part: string): Promise<unknown> {
  const path = fileURLToPath(import.meta.resolve(`${name}/supplemental/${part}.json`));
  const { supplemental: parts } = z
    .object({ supplemental: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await readFile(path, "utf8")));
  return parts[part];
}

/** The service answers 0 for these, whatever CLDR counts. */
const uncounted: ReadonlySet<string> = new Set(["es_419", "fr_AG", "pa_PK", "xh", "zh_Latn"]);

/**
 * How many people speak each language, by the service's code: as the service sums them up, to the last unit.
 * @param codes of all languages that come with the service
 */
export function populationTable(codes: readonly string[], byTerritory: z.infer<typeof territories>): string {
  const people = new Map<string, number>();
  const add = (tag: string, number: number): void => void people.set(tag, (people.get(tag) ?? 0) + number);
  for (const [territory, { _population: all, languagePopulation = {} }] of Object.entries(byTerritory)) {
    for (const [language, { _populationPercent: percent }] of Object.entries(languagePopulation)) {
      // In this order: in the other one, some sums end below a whole number.
      const number = all * (percent / 100);
      add(language, number);
      add(`${language}_${territory}`, number);
    }
  }
  const counted = codes.filter((code) => !uncounted.has(code));
  const rows = counted.flatMap((code) => {
    const number = tagsOf(code)
      .map((tag) => people.get(tag))
      .find((known) => known !== undefined);
    return number === undefined || number < 1 ? [] : [`${code} ${String(Math.trunc(number))}`];
  });
  return file(
    "How many people speak a language: code and number, by CLDR's territory information.",
    `export const populations = \`\n${wrapped(rows.toSorted(), "  ")}\`;`,
  );
}

/** What CLDR may count a language as, the most exact first: `zh_Hans_SG` as itself, as `zh_SG`, and as `zh`. */
function tagsOf(code: string): readonly string[] {
  const [plain = ""] = code.split("@");
  const [language = "", ...parts] = plain.split("_");
  const region = parts.findLast((part) => /^(?:[A-Z]{2}|\d{3})$/.test(part));
  return [plain, ...(region === undefined ? [] : [`${language}_${region}`]), language];
}

/** Children of each parent that is not just the code without its last part. */
export function parentTable(parentByChild: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parentByChild).map((pair) => pair.map((tag) => tag.replaceAll("-", "_")));
  const byParent = Map.groupBy(
    pairs.filter(([, parent]) => parent !== "und"),
    ([, parent = ""]) => parent,
  );
  const rows = Array.from(byParent, ([parent, children]) => {
    const own = children.map(([child = ""]) => child).toSorted();
    return `  ${parent}: \`\n${wrapped(own, "    ")}\`,\n`;
  });
  return file(
    "Languages that fall back to another one than themselves without their last part, by that other one.",
    `export const childrenByParent: Readonly<Record<string, string>> = {\n${rows.toSorted().join("")}};`,
  );
}

function file(about: string, code: string): string {
  return `/**\n * ${about}\n * Made by \`npm run generate\` from CLDR (Unicode License v3); do not edit.\n */\n${code}\n`;
}

function wrapped(words: readonly string[], indent: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && indent.length + line.length + word.length + 1 > LONGEST_LINE) {
      lines.push(indent + line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return [...lines, indent + line].join("\n");
}
