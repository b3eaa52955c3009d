import { detectLocales, type DetectedFamily, type DetectedLocales, type SourceEvidence } from "./detect.ts";
import { loadMapping } from "./load.ts";
import { bindMapping } from "./resolve.ts";
import { withServedNames, type ServedFiles } from "./served-names.ts";
import { localePaths } from "./locale-path.ts";
import { unknownCodes, unusableFiles, type UnusableFiles } from "./unusable-files.ts";
import { writeMapping } from "./write-mapping.ts";

export interface MappingTarget {
  /** Address of the service. */
  readonly service: string;
  /** Slug of the project on it. */
  readonly project: string;
  /** Path that the mapping is to have, for the places of mistakes. */
  readonly path: string;
}

/** A mapping that its own loader takes. */
export interface ProposedMapping extends DetectedLocales {
  /** Undefined where nothing was found that a mapping can bind. */
  readonly text: string | undefined;
  /** Families that a mapping cannot hold, and why. */
  readonly refused: readonly { readonly source: string; readonly why: string }[];
  /** Files that hold texts in a form that no mapping can bind. */
  readonly unusable: readonly UnusableFiles[];
}

/**
 * Finds the translation files, and writes the mapping of those families that the loader takes together.
 * @param served components that the project has already: what they hold keeps their names
 * @param links paths of symbolic links, which look like translations and that no run reads
 */
export function proposedMapping(
  files: readonly string[],
  target: MappingTarget,
  evidence: SourceEvidence = {},
  served: readonly ServedFiles[] = [],
  links: readonly string[] = [],
): ProposedMapping {
  const detected = detectLocales(files, evidence);
  const found = { ...detected, families: withServedNames(detected.families, served) };
  const faultOf = (families: readonly DetectedFamily[]): string | undefined => {
    const { problems } = bindMapping(loadMapping(writeMapping(families, target), target.path), files);
    return problems[0]?.message;
  };
  const isFaultless = found.families.length > 0 && faultOf(found.families) === undefined;
  const families: DetectedFamily[] = isFaultless ? [...found.families] : [];
  const refused: { source: string; why: string }[] = [];
  if (!isFaultless) {
    for (const family of found.families) {
      const why = faultOf([...families, family]);
      if (why === undefined) families.push(family);
      else refused.push({ source: family.source ?? family.translations, why });
    }
  }
  const text = families.length === 0 ? undefined : writeMapping(families, target);
  const unusable = [
    ...unusableFiles(files),
    ...unknownCodes(files, families),
    ...linkedLocales(links),
    ...languageTwice(detected),
  ];
  return { ...found, families, refused, text, unusable };
}

function languageTwice({ twice }: DetectedLocales): readonly UnusableFiles[] {
  return twice.map((paths) => ({
    path: paths[0] ?? "",
    count: paths.length,
    why: "the language stands in this path twice, and a mapping can say it once: give the file or the folder one name for all languages",
  }));
}

function linkedLocales(links: readonly string[]): readonly UnusableFiles[] {
  const found = links.filter((path) => localePaths(path).length > 0);
  const [first] = found;
  const why = "a symbolic link is not read: bind the file that it leads to";
  return first === undefined ? [] : [{ path: first, count: found.length, why }];
}
