import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { CheckId } from "../../src/catalog/checks/index.ts";
import { judgeOf } from "../../src/catalog/hold-back.ts";
import { isPseudoLanguage } from "../../src/catalog/pseudo-languages.ts";
import { isEmpty } from "../../src/catalog/texts.ts";
import type { Catalogue } from "../../src/catalog/unit.ts";
import { formatFor } from "../../src/formats/registry.ts";
import type { Available } from "../support/download-cache.ts";
import { packageFiles } from "../support/packages.ts";
import type { Released, ReleasedFiles } from "./released.ts";

/** A text that would be held back, as a line of labelled-findings.tsv names it. */
export interface ReleasedFinding {
  readonly package: string;
  readonly file: string;
  readonly key: string;
  readonly language: string;
  readonly check: CheckId;
  readonly messages: readonly string[];
  readonly source: readonly string[];
  readonly target: readonly string[];
}

/** A translation file of a package, and the source it translates where the format has it elsewhere. */
export interface ReleasedFile {
  readonly package: string;
  readonly path: string;
  readonly language: string;
  readonly catalogue: Catalogue;
  readonly template: Catalogue | undefined;
}

export interface ReleasedCorpus {
  readonly name: string;
  readonly available: Available;
  files(): AsyncGenerator<ReleasedFile>;
}

const SOURCE_LANGUAGE = "en";
const ENGLISH = /^en(?:[-_](?:US|EN))?$/;

export async function releasedCorpus(source: Released): Promise<ReleasedCorpus> {
  const available = await packageFiles(source);
  return { name: source.name, available, files: () => filesOf(source, available.path ?? "") };
}

async function* filesOf({ name, translations }: Released, folder: string): AsyncGenerator<ReleasedFile> {
  const paths = await pathsIn(folder);
  const templates = new Map<string, Catalogue>();
  for (const files of translations) {
    const format = formatFor(files.format);
    if (format === undefined) throw new Error(`there is no format ${files.format}`);
    for (const path of paths) {
      const language = files.path.exec(path)?.groups?.language;
      if (language === undefined || ENGLISH.test(language) || isPseudoLanguage(language)) continue;
      const at = sourcePath(files, path, paths);
      if (at === path) continue;
      let template = at === undefined ? undefined : templates.get(at);
      if (at !== undefined && template === undefined) {
        template = format.read(await readFile(join(folder, at)), { path: at, language: SOURCE_LANGUAGE });
        templates.set(at, template);
      }
      const options = { path, language, ...(template !== undefined && { template }) };
      yield {
        package: name,
        path,
        language,
        template,
        catalogue: format.read(await readFile(join(folder, path)), options),
      };
    }
  }
}

function sourcePath(
  { path: pattern, source }: ReleasedFiles,
  path: string,
  paths: readonly string[],
): string | undefined {
  const at = typeof source === "string" ? path.replace(pattern, source) : source?.(path, paths);
  return source !== undefined && (at === undefined || !paths.includes(at)) ? path : at;
}

async function pathsIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    )
    .toSorted();
}

export function judgeOfFile({ catalogue, language, template }: ReleasedFile): ReturnType<typeof judgeOf> {
  return judgeOf({
    catalogue,
    sourceLanguage: SOURCE_LANGUAGE,
    language,
    ...(template !== undefined && { template }),
  });
}

/** What would be held back of a file: one finding for each check of a text. */
export function findingsIn(file: ReleasedFile): {
  readonly texts: number;
  readonly findings: readonly ReleasedFinding[];
} {
  const judge = judgeOfFile(file);
  const translated = file.catalogue.units.filter(({ target }) => !isEmpty(target));
  const findings = translated.flatMap((unit) => {
    const judgement = judge(unit, undefined);
    if (judgement === undefined) return [];
    const byCheck = Map.groupBy(judgement.findings, ({ check }) => check);
    return Array.from(byCheck, ([check, found]) => ({
      package: file.package,
      file: file.path,
      key: shortKey(unit.key),
      language: file.language,
      check,
      messages: found.map(({ form, message }) => `${String(form)}: ${message}`),
      source: judgement.source,
      target: unit.target,
    }));
  });
  return { texts: translated.length, findings };
}

const LONGEST_KEY = 60;

/** Keys of gettext are texts: a long one is cut, and told from others by a hash. */
export function shortKey(key: string): string {
  const line = key.replaceAll(/[\s\u0004]+/g, " ").trim();
  if (line.length <= LONGEST_KEY && line === key) return key;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 8);
  return `${Array.from(line).slice(0, LONGEST_KEY).join("").trim()} #${hash}`;
}
