import type { Clone } from "../clone/clone.ts";
import {
  findFiles,
  intermediateOf,
  isMonolingual,
  type FileFindings,
  type TranslationFile,
} from "./component-files.ts";
import type { ComponentRecord } from "../components/component-settings.ts";
import { fileToRead, type HeldStrings, type StringShelf } from "./held-strings.ts";
import { reviewsOf, sourceUnitState } from "../units/read-only.ts";
import type { Service } from "../service.ts";

export interface ReadingOptions {
  /** Reads every file, also those whose blob id is known. */
  readonly everything?: boolean;
  /** Told after each file that was read. */
  readonly onRead?: (done: number, all: number) => Promise<void>;
}

/** A file that was read for this scan. */
export interface ReadFile {
  readonly file: TranslationFile;
  readonly strings: HeldStrings;
  readonly pluralForms: number;
  /** "": the language's. */
  readonly pluralFormula: string;
}

/** What the files of a component say, as far as it is new. */
export interface Reading {
  readonly files: readonly TranslationFile[];
  readonly templateRevision: string;
  readonly intermediateRevision: string;
  /** Whether that are others than the database knows: what every file says may be new. */
  readonly isBaseNew: boolean;
  readonly findings: FileFindings;
  readonly sourceReview: boolean;
  /** Those whose content is new to the database. */
  readonly read: readonly ReadFile[];
  readonly faults: readonly { readonly file: TranslationFile; readonly message: string }[];
}

/**
 * Reads the files of a component whose blob ids are not those the database knows.
 * @param shelf keeps their strings, for as long as it is not disposed of
 */
export async function readFiles(
  { database }: Pick<Service, "database">,
  shelf: StringShelf,
  clone: Clone,
  component: ComponentRecord,
  files: ReadonlyMap<string, string>,
  options: ReadingOptions,
): Promise<Reading> {
  const found = await findFiles(database, component, files);
  const rows = await database.selectFrom("translation").selectAll().where("component_id", "=", component.id).execute();
  const known = new Map(rows.map((row) => [row.language_id, row]));
  // Read anew: what waited may have been committed since the record was read.
  const { template_revision, intermediate_revision } = await database
    .selectFrom("component")
    .select(["template_revision", "intermediate_revision"])
    .where("id", "=", component.id)
    .executeTakeFirstOrThrow();
  const templateChanged =
    found.templateRevision !== template_revision || found.intermediateRevision !== intermediate_revision;
  const isKnown = (file: TranslationFile): boolean => {
    const row = known.get(file.language.id);
    return row?.revision === file.revision && row.filename === file.path && row.read_again === 0;
  };
  const { sources: sourceReview, translations: reviews } = await reviewsOf(database, component);
  const monolingual = isMonolingual(component.settings);
  const wanted = found.translations.filter((file) => options.everything === true || templateChanged || !isKnown(file));
  const source = found.translations.find(({ isSource }) => isSource);
  const faults: { file: TranslationFile; message: string }[] = [];
  const read: ReadFile[] = [];
  const { templateRevision, intermediateRevision, findings } = found;
  const reading = {
    files: found.translations,
    templateRevision,
    intermediateRevision,
    isBaseNew: templateChanged,
    findings,
    read,
    faults,
    sourceReview,
  };
  // Without its base a monolingual component says nothing, nor without what that is translated from: everything stays as it was.
  const asBefore = {
    ...reading,
    templateRevision: template_revision,
    intermediateRevision: intermediate_revision,
    isBaseNew: false,
    read: [],
  };
  const code = source?.language.code ?? "";
  const basePath = monolingual && wanted.length > 0 ? (source?.path ?? "") : "";
  if (source !== undefined && basePath !== "" && !files.has(basePath)) {
    faults.push({ file: source, message: `${basePath}: the base file is not in the repository` });
    return asBefore;
  }
  const base = basePath === "" ? undefined : await fileToRead(clone, basePath, code);
  const intermediate = intermediateOf(component.settings);
  const developers =
    base !== undefined && files.has(intermediate) ? await fileToRead(clone, intermediate, code) : undefined;
  for (const file of wanted) {
    const { language } = file;
    const isOwn = file.path !== "" && !file.isTemplate;
    const strings = await shelf.read({
      settings: component.settings,
      file: isOwn ? await fileToRead(clone, file.path, language.code) : undefined,
      base,
      developers,
      isSource: file.isSource,
      reviews,
      sourceState: sourceUnitState(component.settings, sourceReview),
      pluralForms: language.plural_number,
    });
    if ("fault" in strings) {
      const { of, message } = strings.fault;
      const damaged = { file, base, developers }[of];
      faults.push({
        file: of === "file" ? file : (source ?? file),
        message: `${damaged?.path ?? file.path}: ${message}`,
      });
      if (of !== "file") return asBefore;
      continue;
    }
    read.push({ file, ...strings });
    await options.onRead?.(read.length, wanted.length);
  }
  return reading;
}
