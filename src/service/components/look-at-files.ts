import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isEmpty } from "../../catalog/texts.ts";
import { FormatError, type Format } from "../../formats/format.ts";
import { formatOfFiles } from "../../formats/format-of-files.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import { componentShape, type ComponentShape } from "../../mapping/component-shape.ts";
import { languageOfPath } from "../../mapping/language-paths.ts";
import { loadMapping } from "../../mapping/load.ts";
import { proposedMapping } from "../../mapping/proposed-mapping.ts";
import { bindMapping } from "../../mapping/resolve.ts";

/** Files that belong together, as a component would have them. */
export interface FoundComponent extends ComponentShape {
  readonly name: string;
  readonly slug: string;
  /** The file that the strings are of: the source, or the first translation. */
  readonly source: string;
  /** How many strings it has; undefined where it cannot be read. */
  readonly strings: number | undefined;
  readonly samples: readonly { readonly key: string; readonly text: string }[];
  readonly languages: readonly string[];
  /** Why the source cannot be read, with its place. */
  readonly fault: string | undefined;
}

/** What files hold for translators. */
export interface FoundFiles {
  readonly files: number;
  readonly components: readonly FoundComponent[];
  /** What was seen and not understood, one sentence each. */
  readonly left: readonly string[];
}

export interface FilesToLookAt {
  readonly folder: string;
  /** In the folder, with `/`. */
  readonly paths: readonly string[];
  /** Language of the source texts, where somebody names it. */
  readonly language?: string | undefined;
  /** The one file is the source, whatever it is called. */
  readonly isOneFile?: boolean | undefined;
}

const SAMPLES = 8;
const MOST_BYTES = 20_000_000;

/**
 * Finds what `init` and `up` find, by the same rules, and reads the sources. For a thread: the files are anybody's.
 * @returns what a component of each would be
 */
export async function lookAtFiles(look: FilesToLookAt): Promise<FoundFiles> {
  if (look.isOneFile === true) return lookAtOne(look);
  const { folder, paths, language } = look;
  const target = { service: "https://service.invalid", project: "project", path: "interlinear.yml" };
  const { text, refused, withoutSource, unusable, doubled } = proposedMapping(paths, target, { language });
  const bindings = text === undefined ? [] : bindMapping(loadMapping(text, target.path), paths).bindings;
  const components: FoundComponent[] = [];
  const left: string[] = [];
  for (const binding of bindings) {
    const files = filesOf(binding, paths);
    const read = async ({ path }: { readonly path: string }): Promise<Uint8Array> => readFile(join(folder, path));
    const format = await formatOfFiles(files, read);
    const source = binding.source ?? files[0]?.path ?? "";
    if (format === undefined)
      left.push(`${source}: looks like translations, but its content is of no format that is read here.`);
    else
      components.push(await found(binding, format, { source, files: files.map(({ path }) => path), folder, language }));
  }
  return {
    files: paths.length,
    components,
    left: [
      ...left,
      ...refused.map(({ source, why }) => `${source}: ${why}.`),
      ...withoutSource.map(
        ({ translations, languages }) =>
          `${translations}: translations into ${languages.join(", ")}, but no file of the source texts. If one of these is the source language, name it above and look again.`,
      ),
      ...unusable.map(({ path, count, why }) => `${path}${count > 1 ? ` and ${String(count - 1)} more` : ""}: ${why}.`),
      ...doubled.map(({ path, kept }) => `${path}: left out, since ${kept} is of the same language.`),
    ],
  };
}

/** A file whose translations are made here: it is kept by the service. */
async function lookAtOne({ folder, paths, language }: FilesToLookAt): Promise<FoundFiles> {
  const source = paths[0] ?? "";
  const format = await formatOfFiles([{ path: source, isSource: true }], () => readFile(join(folder, source)));
  if (format === undefined)
    return { files: 1, components: [], left: [`${source}: it is broken, or of no format that is read here.`] };
  const name = source.replace(/\.[^.]*$/, "");
  const shape = {
    fileFormat: format.id,
    filemask: "",
    template: "",
    newBase: "",
    sourceLanguage: language,
    languageCodeStyle: "",
    languageRegex: "",
    name,
    slug: name.toLowerCase().replaceAll(/[^a-z0-9_-]+/g, "-"),
    source,
    languages: [],
  };
  return { files: 1, components: [{ ...shape, ...(await stringsOf(format, folder, source)) }], left: [] };
}

function filesOf(binding: Binding, paths: readonly string[]) {
  const { source } = binding;
  const others = paths.filter((path) => path !== source && languageOfPath(binding, path) !== undefined);
  return [
    ...(source !== undefined && paths.includes(source) ? [{ path: source, isSource: true }] : []),
    ...others.map((path) => ({ path, isSource: false })),
  ];
}

interface Files {
  readonly source: string;
  readonly files: readonly string[];
  readonly folder: string;
  readonly language: string | undefined;
}

async function found(
  binding: Binding,
  format: Format,
  { source, files, folder, language }: Files,
): Promise<FoundComponent> {
  const shape = componentShape(binding, format);
  const slug = binding.component.component;
  const languages = new Set(
    files.flatMap((path) => (path === binding.source ? [] : (languageOfPath(binding, path) ?? []))),
  );
  return {
    ...shape,
    sourceLanguage: shape.sourceLanguage ?? language,
    name: componentName(binding.component).split("/").slice(1).join(" "),
    slug,
    source,
    languages: [...languages].toSorted(),
    ...(await stringsOf(format, folder, source)),
  };
}

async function stringsOf(
  format: Format,
  folder: string,
  path: string,
): Promise<Pick<FoundComponent, "strings" | "samples" | "fault">> {
  const bytes = await readFile(join(folder, path));
  if (bytes.byteLength > MOST_BYTES) return { strings: undefined, samples: [], fault: undefined };
  try {
    const { units } = format.read(bytes, { path });
    const samples = units.slice(0, SAMPLES).map(({ context, key, source, target }) => ({
      key: context === "" && format.kind === "monolingual" ? key : context,
      text: (isEmpty(source) ? target : source)[0] ?? "",
    }));
    return { strings: units.length, samples, fault: undefined };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { line, column } = error.place ?? {};
    const at = line === undefined ? path : `${path}, line ${String(line)}, column ${String(column ?? 1)}`;
    return { strings: undefined, samples: [], fault: `${at}: ${error.message}` };
  }
}
