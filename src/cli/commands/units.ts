import { unitStates, type Catalogue, type Unit } from "../../catalog/unit.ts";
import { defined } from "../../core/defined.ts";
import { UserError } from "../../core/errors.ts";
import type { Format } from "../../formats/format.ts";
import { displayKey, displayTexts } from "../../report/words/display-key.ts";
import { terminalText } from "../../report/words/escape.ts";
import { alignedRows, fitWidth } from "../../report/words/text-width.ts";
import { counted } from "../../report/words/words.ts";
import type { Command } from "../command.ts";
import { formatOf, formatOption, namedFormat } from "../files/format-of.ts";
import { localeOf } from "../files/locale-of.ts";
import { onlyWord } from "../files/words.ts";
import { readNamedFile, type NamedFile } from "../files/named-file.ts";
import type { OptionValues } from "../options.ts";

const stateNames = {
  untranslated: unitStates.untranslated,
  "needs-editing": unitStates.needsEditing,
  translated: unitStates.translated,
  approved: unitStates.approved,
  "read-only": unitStates.readOnly,
} as const;

export const command: Command = {
  summary: "print the strings of a translation file",
  description:
    "Lists what a file holds: key, state, texts, line; with --json whole, plural forms and comments included (docs/checks-and-merge.md describes the document). FILE may be a version that git knows, HEAD~1:locales/cs.json.",
  words: "FILE",
  options: {
    language: { type: "string", value: "CODE", description: "which language of a file that holds several" },
    state: {
      type: "string",
      multiple: true,
      value: "STATE",
      description: `only strings that are ${Object.keys(stateNames).join(", ")}; may be repeated`,
    },
    key: { type: "string", value: "PATTERN", description: "only keys with this text in them; * stands for anything" },
    source: {
      type: "string",
      value: "FILE",
      description: "the source file of a format with keys: gives the source texts",
    },
    ...formatOption,
  },
  run: async (options, { directory, screen }) => {
    const file = await readNamedFile(onlyWord(options, "units", "FILE"), directory);
    const format = namedFormat(options.text("format")) ?? formatOf(file);
    const source = options.text("source");
    const template =
      source === undefined ? undefined : readCatalogue(await readNamedFile(source, directory), format, {});
    const language = options.text("language") ?? localeOf(file.path);
    const { units, ...facts } = readCatalogue(file, format, {
      ...defined({ language, template }),
    });
    const shown = units.filter(wantedBy(options));
    if (screen.isJson) {
      screen.printJson({
        file: file.name,
        ...facts,
        languages: format.languages?.(file.bytes, { path: file.name }) ?? null,
        total: units.length,
        units: shown,
      });
      return 0;
    }
    const total = counted(units.length, "string");
    screen.print([
      ...tableOf(shown, screen.style.width),
      ...(shown.length === 0 ? [] : [""]),
      `${shown.length === units.length ? total : `${String(shown.length)} of ${total}`} · ${terminalText(format.id)}`,
    ]);
    return 0;
  },
};

interface Reading {
  readonly language?: string;
  readonly template?: Catalogue;
}

function readCatalogue({ name, path, bytes }: NamedFile, format: Format, reading: Reading): Catalogue {
  return format.read(bytes, { path: name === path ? name : path, ...reading });
}

function wantedBy(options: OptionValues): (unit: Unit) => boolean {
  const states = options.list("state")?.map(stateOf);
  const pattern = options.text("key");
  const matches = pattern === undefined ? undefined : keyMatcher(pattern);
  return ({ key, state }) => (states?.includes(state) ?? true) && (matches?.(key) ?? true);
}

function stateOf(name: string): number {
  if (isStateName(name)) return stateNames[name];
  throw new UserError(`there is no state "${name}"`, {
    code: "IL-C02",
    hint: `--state takes ${Object.keys(stateNames).join(", ")}.`,
  });
}

function isStateName(name: string): name is keyof typeof stateNames {
  return Object.hasOwn(stateNames, name);
}

/** Parts between stars have to stand in the key in their order; case does not count. */
function keyMatcher(pattern: string): (key: string) => boolean {
  const parts = pattern.toLowerCase().split("*");
  return (key) => {
    const text = key.toLowerCase();
    let from = 0;
    return parts.every((part) => {
      const at = text.indexOf(part, from);
      from = at + part.length;
      return at !== -1;
    });
  };
}

const WIDEST_KEY = 50;

function tableOf(units: readonly Unit[], width: number): readonly string[] {
  const left = { align: "left" } as const;
  const rows = units.map((unit) => [
    String(unit.line),
    markOf(unit.state),
    fitWidth(terminalText(displayKey(unit.key)), Number.isFinite(width) ? WIDEST_KEY : Number.POSITIVE_INFINITY),
    terminalText(displayTexts(unit.target)),
  ]);
  return alignedRows(rows, [{ align: "right" }, left, left, left]).map((row) => fitWidth(row, width));
}

/** What is translated needs no word. */
function markOf(state: Unit["state"]): string {
  const name = Object.entries(stateNames).find(([, number]) => number === state)?.[0] ?? "";
  return state === unitStates.translated ? "" : name;
}
