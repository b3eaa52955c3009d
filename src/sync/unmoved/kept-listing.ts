import {
  affixColumn,
  affixedValue,
  evenColumn,
  evenValue,
  isAffixColumn,
  type AffixColumn,
  type EvenColumn,
} from "./columns.ts";
import { isRecord, jsonIn } from "../../core/json.ts";
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

/** What a component's languages are, one column a member: most differ in a code alone, and fifty thousand are kept during a run. */
interface Columns {
  /** In the order of {@link TEXTS}. */
  readonly texts: readonly AffixColumn[];
  // Absent and null are told apart from what is empty.
  readonly templates: EvenColumn<string | null>;
  readonly files: EvenColumn<string | null>;
  readonly changes: EvenColumn<string | null>;
  readonly times: EvenColumn<string | null>;
  readonly source: EvenColumn<number>;
  readonly template: EvenColumn<number>;
  /** In the order of {@link NUMBERS}. */
  readonly numbers: readonly EvenColumn<number>[];
}

function columnsOf(translations: readonly ServiceTranslation[]): Columns {
  const [first] = translations;
  if (first instanceof Row && first.isFirstOf(translations)) return first.columns;
  // Rows put them together anew for everybody who asks.
  const counters = translations.map((each) => each.counters);
  return {
    texts: withSharedParts(TEXTS.map((name) => affixColumn(translations.map((each) => each[name])))),
    templates: evenColumn(translations.map(({ templateRevision = null }) => templateRevision)),
    files: evenColumn(translations.map(({ fileUrl = null }) => fileUrl)),
    changes: evenColumn(translations.map(({ changesUrl = null }) => changesUrl)),
    times: evenColumn(translations.map(({ lastChange }) => lastChange)),
    source: evenColumn(translations.map(({ isSource }) => Number(isSource))),
    template: evenColumn(translations.map(({ isTemplate }) => Number(isTemplate))),
    numbers: NUMBERS.map((name) => evenColumn(counters.map((each) => each[name]))),
  };
}

/** Addresses and files have the same codes in between. */
function withSharedParts(columns: readonly AffixColumn[]): readonly AffixColumn[] {
  const known = new Map<string, readonly string[]>();
  return columns.map(([begin, end, between]) => {
    const key = between.join("\n");
    const shared = known.get(key) ?? between;
    known.set(key, shared);
    return [begin, end, shared];
  });
}

/** A language that is put together from the columns when somebody asks. */
class Row implements ServiceTranslation {
  readonly columns: Columns;
  readonly row: number;

  constructor(columns: Columns, row: number) {
    this.columns = columns;
    this.row = row;
  }

  /** Whether these are all rows of one listing. */
  isFirstOf(rows: readonly ServiceTranslation[]): boolean {
    const isAll = rows.length === rowCount(this.columns);
    return isAll && rows.every((each, row) => each instanceof Row && each.columns === this.columns && each.row === row);
  }

  get url(): string {
    return textIn(this, "url");
  }

  get webUrl(): string {
    return textIn(this, "webUrl");
  }

  get translateUrl(): string {
    return textIn(this, "translateUrl");
  }

  get fileUrl(): string | undefined {
    return evenValue(this.columns.files, this.row) ?? undefined;
  }

  get changesUrl(): string | undefined {
    return evenValue(this.columns.changes, this.row) ?? undefined;
  }

  get language(): string {
    return textIn(this, "language");
  }

  get languageName(): string {
    return textIn(this, "languageName");
  }

  get languageCode(): string {
    return textIn(this, "languageCode");
  }

  get filename(): string {
    return textIn(this, "filename");
  }

  get revision(): string {
    return textIn(this, "revision");
  }

  get templateRevision(): string | undefined {
    return evenValue(this.columns.templates, this.row) ?? undefined;
  }

  get isSource(): boolean {
    return evenValue(this.columns.source, this.row) === 1;
  }

  get isTemplate(): boolean {
    return evenValue(this.columns.template, this.row) === 1;
  }

  get lastChange(): string | null {
    return evenValue(this.columns.times, this.row) ?? null;
  }

  get counters(): TranslationCounters {
    const [total = 0, totalWords = 0, translated = 0, translatedWords = 0, ...others] = this.columns.numbers.map(
      (column) => evenValue(column, this.row) ?? 0,
    );
    const [translatedPercent = 0, fuzzy = 0, failingChecks = 0] = others;
    return { total, totalWords, translated, translatedWords, translatedPercent, fuzzy, failingChecks };
  }
}

function textIn({ columns, row }: Row, name: (typeof TEXTS)[number]): string {
  const column = columns.texts[TEXTS.indexOf(name)];
  return column === undefined ? "" : affixedValue(column, row);
}

function rowCount({ texts: [first] }: Columns): number {
  return first?.[2].length ?? 0;
}

function rowsOf(columns: Columns): readonly ServiceTranslation[] {
  return Array.from({ length: rowCount(columns) }, (_, row) => new Row(columns, row));
}

/** The languages of one component, in a tenth of the memory. */
export function inColumns(translations: readonly ServiceTranslation[]): readonly ServiceTranslation[] {
  return rowsOf(columnsOf(translations));
}

/** As a file that is small, since there is one for each component. */
export function printListing({ translations, component }: KeptListing): Uint8Array {
  const file = { component: component ?? null, ...columnsOf(translations) };
  return new TextEncoder().encode(`${JSON.stringify(file)}\n`);
}

/** Whoever may push to the repository can write it; undefined for what is none of ours. */
export function readListing(bytes: Uint8Array | undefined): KeptListing | undefined {
  const said = bytes && jsonIn(bytes);
  if (!isColumns(said)) return undefined;
  const { component, ...columns }: Columns & { readonly component?: unknown } = said;
  return { translations: rowsOf(columns), component: isComponent(component) ? component : undefined };
}

function isColumns(said: unknown): said is Columns {
  if (!isRecord(said)) return false;
  const { texts, templates, files, changes, times, source, template, numbers } = said;
  if (!Array.isArray(texts) || !Array.isArray(numbers)) return false;
  const [first]: readonly unknown[] = texts;
  const rows = isAffixColumn(first) ? first[2].length : 0;
  const isOf = (column: unknown, isCell: (cell: unknown) => boolean): boolean =>
    Array.isArray(column) && [rows, Math.min(rows, 1)].includes(column.length) && column.every(isCell);
  return (
    texts.length === TEXTS.length &&
    texts.every((column: unknown) => isAffixColumn(column) && column[2].length === rows) &&
    [templates, files, changes, times].every((column) => isOf(column, isTextOrNull)) &&
    numbers.length === NUMBERS.length &&
    [source, template, ...numbers].every((column) => isOf(column, isNumber))
  );
}

function isTextOrNull(cell: unknown): boolean {
  return cell === null || typeof cell === "string";
}

function isNumber(cell: unknown): boolean {
  return typeof cell === "number";
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
