import { isEmpty } from "../../catalog/texts.ts";
import { defined } from "../../core/defined.ts";
import { hasKeysAsSource } from "../../formats/xliff/keyed.ts";
import type { Git, IndexEntry } from "../../git/git.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import { nearest } from "../../mapping/nearest.ts";
import { boundPaths, boundTo, type BoundPath } from "../../mapping/bound-paths.ts";
import { isTranslationPath, TranslationPlaces } from "../../mapping/language-paths.ts";
import type { Format } from "../../formats/format.ts";
import { readSource, readVersion, type SyntaxMistake } from "../../review/read-file.ts";
import { fine, problem, unknown, warning, type Remark } from "./remark.ts";

/** What reading the files of one component showed. */
export interface FileFacts {
  readonly binding: Binding;
  /** How many were read: the source and the translations that git has. */
  readonly read: number;
  readonly mistakes: readonly ({ readonly path: string } & SyntaxMistake)[];
  /** Links and submodules. */
  readonly irregular: readonly string[];
  /** Nobody here reads their format. */
  readonly isOpaque: boolean;
  /** How many texts of the source the service takes for translations, as it takes the keys for the source texts. */
  readonly unservedTexts?: number;
}

/** What the service tells of a component's files. */
export interface KnownFormat {
  readonly format: Format;
  readonly sourceLanguage: string;
}

/**
 * Reads every file that a component binds, as git's index has it.
 * @param files all of them
 * @param known where the service told it; otherwise the format is what the source's path and content speak for
 */
export async function examineFiles(
  git: Git,
  binding: Binding,
  files: readonly (IndexEntry & BoundPath)[],
  known?: KnownFormat,
): Promise<FileFacts> {
  const [regular, irregular] = [files.filter(isRegular), files.filter((entry) => !isRegular(entry))];
  await git.prefetch(regular.map(({ blob }) => blob));
  const facts = { binding, read: regular.length, irregular: irregular.map(({ path }) => path) };
  const source = regular.find(({ path }) => binding.source === undefined || path === binding.source);
  if (source === undefined) return { ...facts, read: 0, mistakes: [], isOpaque: false };
  const read = (blob: string): Promise<Uint8Array> => git.read(blob);
  const found =
    known === undefined
      ? await readSource(source, undefined, read)
      : { format: known.format, ...(await readVersion(known.format, source, known.sourceLanguage, read)) };
  if (found.kind === "opaque") return { ...facts, mistakes: [], isOpaque: true };
  if (found.kind === "broken") {
    return { ...facts, mistakes: [{ path: source.path, ...found.mistake }], isOpaque: false };
  }
  const mistakes: ({ readonly path: string } & SyntaxMistake)[] = [];
  for (const { path, blob, language } of regular) {
    if (language === undefined || path === binding.source) continue;
    const outcome = await readVersion(found.format, { path, blob }, language, read);
    if (outcome.kind === "broken") mistakes.push({ path, ...outcome.mistake });
  }
  const { format, catalogue } = found;
  const isServedByKeys = known !== undefined && format.kind === "bilingual" && source.path === binding.source;
  const unservedTexts =
    isServedByKeys && hasKeysAsSource(catalogue)
      ? catalogue.units.filter(({ target }) => !isEmpty(target)).length
      : undefined;
  return { ...facts, mistakes, isOpaque: false, ...defined({ unservedTexts }) };
}

function isRegular({ mode }: IndexEntry): boolean {
  return mode.startsWith("100");
}

/** What is wrong with the files of a component, whatever the service has of it. */
export function judgeFiles({
  binding,
  read,
  mistakes,
  irregular,
  isOpaque,
  unservedTexts,
}: FileFacts): readonly Remark[] {
  const name = componentName(binding.component);
  if (isOpaque) {
    return [
      unknown(
        name,
        `the format of ${binding.source ?? binding.translations} is not read here: its files move as a whole`,
      ),
    ];
  }
  const links = irregular.map((path) =>
    problem(name, `${path} is a symbolic link or a submodule in git, not a file`, {
      code: "IL-P06",
      place: binding.place,
      remedy: "Bind the file itself, or leave the language out with `languages.except`.",
    }),
  );
  const broken = mistakes.map(({ path, line, column, message }) =>
    problem(name, message, {
      code: "IL-R01",
      place: { file: path, line, column },
      remedy: "Mend the file at the place shown; nothing of it goes to the service before.",
    }),
  );
  const keys =
    unservedTexts === undefined
      ? []
      : [
          warning(
            name,
            `the source texts in ${binding.source ?? ""} are keys; the service shows translators these keys, and its ${String(unservedTexts)} texts stay in git`,
            {
              place: binding.place,
              remedy: `Set the component's “monolingual base language file” (\`template\`) to ${binding.source ?? ""} on the service, or make the component anew with \`interlinear up\`.`,
            },
          ),
        ];
  const wrong = [...links, ...broken, ...keys];
  const all = read === 1 ? "its file can be read" : `its ${String(read)} files can be read`;
  return wrong.length > 0 ? wrong : [fine(name, all)];
}

/** Files that lie where translations do, and are for no language that is known: a misspelt code, or none at all. */
export function judgeStrays(bindings: readonly Binding[], files: readonly string[]): readonly Remark[] {
  const isBound = boundTo(bindings);
  const places = new TranslationPlaces(bindings);
  const strays = files
    .filter((path) => !isBound(path))
    .flatMap((path) => places.at(path).map((binding) => ({ binding, path })))
    .filter(({ binding, path }) => isTranslationPath(binding, path));
  const bound = strays.length === 0 ? new Map<Binding, readonly BoundPath[]>() : boundPaths(bindings, files);
  const byBinding = Map.groupBy(strays, ({ binding }) => binding);
  return bindings.flatMap((binding) => {
    const own = (bound.get(binding) ?? []).flatMap(({ path, language }) => (language === undefined ? [] : path));
    return (byBinding.get(binding) ?? []).map(({ path }) => {
      const close = nearest(path, own);
      return warning(componentName(binding.component), `${path} lies among its files, and no language has that path`, {
        place: binding.place,
        remedy: [
          close === undefined ? "" : `The nearest one is ${close}.`,
          "Give the language an alias under `languages.aliases`, or move the file.",
        ]
          .join(" ")
          .trim(),
      });
    });
  });
}
