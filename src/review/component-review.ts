import type { Catalogue } from "../catalog/unit.ts";
import { catalogueOf, fileOf } from "../mapping/catalogue-paths.ts";
import { parseLanguage } from "../mapping/language-code.ts";
import { languageOfPath } from "../mapping/language-paths.ts";
import { localePaths } from "../mapping/locale-path.ts";
import type { Format } from "../formats/format.ts";
import type { ReadBlob } from "./blobs.ts";
import { reviewLanguage } from "./language-review.ts";
import { readSource, readVersion } from "./read-file.ts";
import { readSourceTexts } from "./source-texts.ts";
import type {
  BrokenTranslation,
  ComponentReview,
  FlawedFile,
  LanguageReview,
  Progress,
  SourceChange,
  StrayKey,
  UnreadableFile,
} from "./review.ts";
import { sourceChanges, sourcesOf, type Sources } from "./source-changes.ts";
import type { FileVersion, TouchedComponent, TouchedLanguage, Versions } from "./touched-components.ts";
import { brokenTranslations, duplicateKeys, strayKeys, type FileOfKeys } from "./translation-findings.ts";

/** What was found out about one component. */
export interface ComponentOutcome {
  readonly review: ComponentReview;
  readonly broken: readonly BrokenTranslation[];
  readonly unreadable: readonly UnreadableFile[];
  readonly flaws: readonly FlawedFile[];
  readonly strayKeys: readonly StrayKey[];
  /** Keys of the source at head; undefined where it has none that can be read. */
  readonly keys: ReadonlySet<string> | undefined;
}

export interface ComponentReading {
  readonly read: ReadBlob;
  /** Whether texts are looked at for what would break the app; the component's own `checks` may say no as well. */
  readonly checksTexts: boolean;
}

/** Reads all files of a component at both commits, each blob once. */
export async function reviewComponent(
  touched: TouchedComponent,
  { read, checksTexts }: ComponentReading,
): Promise<ComponentOutcome | undefined> {
  const { component, binding, source } = touched;
  const path = binding.source === undefined ? binding.translations : (source.after ?? source.before)?.path;
  // Translations of a source that neither commit has are nobody's.
  if (path === undefined) return undefined;
  const namedLanguage =
    binding.source === undefined ? "en" : (languageOfPath(binding, path) ?? localePaths(path).at(-1)?.code ?? "en");
  const sides =
    binding.source === undefined
      ? await readSourceTexts(touched.languages, read)
      : await readSources(source, namedLanguage, read);
  const sourceLanguage = catalogueOf(path) === undefined ? namedLanguage : languageIn(sides);
  const subject = { component, source: fileOf(path), sourceLanguage };
  if (sides.kind !== "read") {
    const mistakes = sides.kind === "unreadable" && isChanged(source) ? sides.mistakes : [];
    return {
      review: { ...subject, kind: sides.kind, strings: [], languages: [], ...NO_PROGRESS },
      broken: [],
      unreadable: mistakes.map((mistake) => ({ component, path: fileOf(path), ...mistake })),
      flaws: [],
      strayKeys: [],
      keys: undefined,
    };
  }
  const sources = sourcesOf(sides.format.kind, sourceLanguage, sides);
  const changes = sourceChanges(sources);
  const isChecked = checksTexts && binding.checks !== "off";
  const outcomes: LanguageOutcome[] = [];
  // One after the other: hundreds of languages at once would be in memory together.
  for (const language of touched.languages) {
    outcomes.push(
      await languageOutcome({ component, format: sides.format, sources, changes, isChecked }, language, read),
    );
  }
  const languages = outcomes.flatMap(({ review }) => (review === undefined ? [] : [review]));
  return {
    review: {
      ...subject,
      kind: sources.before === undefined ? "new" : sources.after === undefined ? "removed" : "changed",
      strings: changes,
      languages,
      ...(sources.before === undefined ? progressOfNew(languages) : progressOf(languages)),
    },
    broken: [
      ...(isChecked && isChanged(source)
        ? duplicatesIn(sides.bytes, {
            component,
            language: sourceLanguage,
            format: sides.format,
            path: fileOf(path),
          })
        : []),
      ...outcomes.flatMap(({ broken }) => broken),
    ],
    unreadable: outcomes.flatMap(({ unreadable }) => unreadable),
    flaws: [...newFlaws(sides, { component, path: fileOf(path) }), ...outcomes.flatMap(({ flaws }) => flaws)],
    strayKeys: outcomes.flatMap((outcome) => outcome.strayKeys),
    keys: sides.after === undefined ? undefined : sources.keys,
  };
}

/** A string catalogue says itself which language the program is in. */
function languageIn(sides: Sides): string {
  const written = sides.kind === "read" ? (sides.after ?? sides.before)?.language : undefined;
  return (written === undefined ? undefined : parseLanguage(written, "apple")) ?? "en";
}

function progressOfNew(languages: readonly LanguageReview[]): Pick<ComponentReview, "before" | "after"> {
  const { after } = progressOf(languages.map((language) => ({ before: language.after, after: language.after })));
  return { before: NO_PROGRESS.before, after };
}

const NO_PROGRESS = { before: { translated: 0, total: 0 }, after: { translated: 0, total: 0 } };

/** Of what is there at both commits. */
export function progressOf(
  parts: readonly { readonly before: Progress | undefined; readonly after: Progress | undefined }[],
): { readonly before: Progress; readonly after: Progress } {
  const both = parts.flatMap(({ before, after }) =>
    before === undefined || after === undefined ? [] : [{ before, after }],
  );
  const sum = (side: "before" | "after", of: keyof Progress): number =>
    both.reduce((total, part) => total + part[side][of], 0);
  return {
    before: { translated: sum("before", "translated"), total: sum("before", "total") },
    after: { translated: sum("after", "translated"), total: sum("after", "total") },
  };
}

type Sides =
  | ({ readonly kind: "read"; readonly format: Format; readonly bytes: Versions<Uint8Array> } & Versions<Catalogue>)
  | { readonly kind: "unreadable"; readonly mistakes: readonly Omit<UnreadableFile, "component" | "path">[] }
  | { readonly kind: "opaque" };

/** The source at both commits. One that the change mends has nothing to compare with: its strings count as they are now. */
async function readSources(source: Versions<FileVersion>, language: string, read: ReadBlob): Promise<Sides> {
  const after = source.after && (await readSource(source.after, language, read));
  const earlier =
    source.before?.blob === source.after?.blob && source.before?.path === source.after?.path
      ? after
      : source.before && (await readSource(source.before, language, read));
  if (after?.kind === "opaque" || earlier?.kind === "opaque") return { kind: "opaque" };
  if (after?.kind === "broken") return { kind: "unreadable", mistakes: [after.mistake] };
  const before = earlier?.kind === "broken" ? after : earlier;
  const format = after?.format ?? before?.format;
  if (format === undefined) return { kind: "opaque" };
  const bytes = { before: before?.bytes, after: after?.bytes };
  return { kind: "read", format, bytes, before: before?.catalogue, after: after?.catalogue };
}

interface LanguageSubject {
  readonly component: string;
  readonly format: Format;
  readonly sources: Sources;
  readonly changes: readonly SourceChange[];
  readonly isChecked: boolean;
}

interface LanguageOutcome {
  /** Undefined where its file cannot be read. */
  readonly review: LanguageReview | undefined;
  readonly broken: readonly BrokenTranslation[];
  readonly unreadable: readonly UnreadableFile[];
  readonly flaws: readonly FlawedFile[];
  readonly strayKeys: readonly StrayKey[];
}

async function languageOutcome(
  { component, format, sources, changes, isChecked }: LanguageSubject,
  touched: TouchedLanguage,
  read: ReadBlob,
): Promise<LanguageOutcome> {
  const { language } = touched;
  const isWritten = isChanged(touched);
  const after = touched.after && (await readVersion(format, touched.after, language, read));
  const before = isWritten ? touched.before && (await readVersion(format, touched.before, language, read)) : after;
  const own = touched.after?.path ?? touched.before?.path ?? "";
  const path = fileOf(own);
  // What a string catalogue has twice, and what is wrong with it, is told with its source.
  const isFile = path === own;
  if (after?.kind === "broken") {
    const unreadable = isWritten ? [{ component, path, ...after.mistake }] : [];
    return { review: undefined, broken: [], unreadable, flaws: [], strayKeys: [] };
  }
  const bytes = { before: before?.kind === "read" ? before.bytes : undefined, after: after?.bytes };
  const versions = { before: before?.kind === "read" ? before.catalogue : undefined, after: after?.catalogue };
  const file = {
    ...versions,
    component,
    language,
    path,
    sources,
    changes,
    text: () => new TextDecoder().decode(after?.bytes),
  };
  return {
    review: reviewLanguage(language, sources, changes, versions),
    broken: isChecked
      ? [
          ...(isWritten && isFile ? duplicatesIn(bytes, { component, language, format, path }) : []),
          ...(isWritten || changes.length > 0 ? brokenTranslations(file) : []),
        ]
      : [],
    unreadable: [],
    flaws: isWritten && isFile ? newFlaws(versions, { component, path }) : [],
    strayKeys: isWritten ? strayKeys(file) : [],
  };
}

/** Those that the file had before are not this change's. */
function newFlaws(
  { before, after }: Versions<Catalogue>,
  file: Pick<FlawedFile, "component" | "path">,
): readonly FlawedFile[] {
  const known = (before?.flaws ?? []).map(({ message }) => message);
  return (after?.flaws ?? []).flatMap((flaw) => {
    const at = known.indexOf(flaw.message);
    if (at !== -1) known.splice(at, 1);
    return at === -1 ? [{ ...file, ...flaw }] : [];
  });
}

function duplicatesIn(
  { before, after }: Versions<Uint8Array>,
  file: Omit<FileOfKeys, "before" | "after">,
): readonly BrokenTranslation[] {
  return after === undefined ? [] : duplicateKeys({ ...file, before, after });
}

function isChanged({ before, after }: Versions<FileVersion>): boolean {
  return before?.blob !== after?.blob;
}
