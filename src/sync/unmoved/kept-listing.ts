import { affixColumn, affixedValues } from "./columns.ts";
import type {
  ServiceComponent,
  ServiceTranslation,
  TranslationCounters,
} from "../../service-client/translation-service.ts";

/** What the service listed of one component, for later runs. */
export interface KeptListing {
  readonly translations: readonly ServiceTranslation[];
  /** Undefined where no run had to know it. */
  readonly component: ServiceComponent | undefined;
}

const TEXTS = [
  "url",
  "webUrl",
  "translateUrl",
  "language",
  "languageName",
  "languageCode",
  "filename",
  "revision",
] as const satisfies readonly (keyof ServiceTranslation)[];
const NUMBERS = [
  "total",
  "totalWords",
  "translated",
  "translatedWords",
  "translatedPercent",
  "fuzzy",
  "failingChecks",
] as const satisfies readonly (keyof TranslationCounters)[];

/** As a file that is small, since there is one for each component. */
export function printListing({ translations, component }: KeptListing): Uint8Array {
  const file = {
    component: component ?? null,
    texts: TEXTS.map((name) => affixColumn(translations.map((each) => each[name]))),
    // Absent and null are told apart from what is empty.
    templates: translations.map(({ templateRevision = null }) => templateRevision),
    files: translations.map(({ fileUrl = null }) => fileUrl),
    changes: translations.map(({ changesUrl = null }) => changesUrl),
    times: translations.map(({ lastChange }) => lastChange),
    source: translations.map(({ isSource }) => Number(isSource)),
    template: translations.map(({ isTemplate }) => Number(isTemplate)),
    numbers: NUMBERS.map((name) => translations.map(({ counters }) => counters[name])),
  };
  return new TextEncoder().encode(`${JSON.stringify(file)}\n`);
}

/** Whoever may push to the repository can write it; undefined for what is none of ours. */
export function readListing(bytes: Uint8Array | undefined): KeptListing | undefined {
  if (bytes === undefined) return undefined;
  try {
    return listingIn(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch {
    return undefined;
  }
}

function listingIn(said: unknown): KeptListing | undefined {
  if (!isRecord(said)) return undefined;
  const { component, texts, templates, files, changes, times, source, template, numbers } = said;
  if (!Array.isArray(texts) || !Array.isArray(numbers) || texts.length !== TEXTS.length) return undefined;
  const columns = texts.map(affixedValues);
  const counts: readonly unknown[] = numbers;
  const rows = Array.isArray(templates) ? templates.length : 0;
  const isWhole =
    counts.length === NUMBERS.length &&
    columns.every((column) => column.length === rows) &&
    [files, changes, times, source, template, ...counts].every(
      (column) => Array.isArray(column) && column.length === rows,
    ) &&
    counts.flat().every((count) => typeof count === "number");
  if (!isWhole) return undefined;
  const at = (column: unknown, row: number): unknown => (Array.isArray(column) ? column[row] : undefined);
  const translations = Array.from({ length: rows }, (_, row): ServiceTranslation => {
    const text = (name: (typeof TEXTS)[number]): string => columns[TEXTS.indexOf(name)]?.[row] ?? "";
    const count = (name: (typeof NUMBERS)[number]): number => Number(at(counts[NUMBERS.indexOf(name)], row));
    const [revision, file, change, time] = [templates, files, changes, times].map((column) => at(column, row));
    return {
      url: text("url"),
      webUrl: text("webUrl"),
      translateUrl: text("translateUrl"),
      ...(typeof file === "string" ? { fileUrl: file } : {}),
      ...(typeof change === "string" ? { changesUrl: change } : {}),
      language: text("language"),
      languageName: text("languageName"),
      languageCode: text("languageCode"),
      filename: text("filename"),
      revision: text("revision"),
      ...(typeof revision === "string" ? { templateRevision: revision } : {}),
      isSource: at(source, row) === 1,
      isTemplate: at(template, row) === 1,
      lastChange: typeof time === "string" ? time : null,
      counters: {
        total: count("total"),
        totalWords: count("totalWords"),
        translated: count("translated"),
        translatedWords: count("translatedWords"),
        translatedPercent: count("translatedPercent"),
        fuzzy: count("fuzzy"),
        failingChecks: count("failingChecks"),
      },
    };
  });
  return { translations, component: isComponent(component) ? component : undefined };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** As far as a file is read by it; what is asked of the component itself is asked of the service. */
function isComponent(value: unknown): value is ServiceComponent {
  if (!isRecord(value) || !isRecord(value["path"])) return false;
  const { url, webUrl, name, fileFormat, template, newBase, sourceLanguage, isGlossary } = value;
  const { project, categories, component } = value["path"];
  return (
    [url, webUrl, name, fileFormat, template, newBase, sourceLanguage, project, component].every(
      (text) => typeof text === "string",
    ) &&
    typeof isGlossary === "boolean" &&
    Array.isArray(categories)
  );
}
