import { componentName, type Binding } from "../../mapping/binding.ts";
import { boundPaths } from "../../mapping/bound-paths.ts";
import { detectLocales } from "../../mapping/detect.ts";
import { EndsIndex } from "../../mapping/ends-index.ts";
import { isKnownLanguage } from "../../mapping/language-code.ts";
import { pathGuesses } from "../../mapping/nearest-path.ts";
import { nearest } from "../../mapping/nearest.ts";
import { exclusion, fixedEnds, parsePattern } from "../../mapping/pattern.ts";
import { problem, warning, type Remark } from "./remark.ts";

/**
 * What a mapping says that has no effect, or not the one that was meant: nothing fails by it, so nobody would notice.
 * @param files paths in git's index
 * @param served component → the service's codes of its languages; a component that is missing there is not known
 */
export function judgeSilence(
  bindings: readonly Binding[],
  files: readonly string[],
  served: ReadonlyMap<string, readonly string[]>,
): readonly Remark[] {
  const [first] = bindings;
  if (first === undefined) return [];
  const inGit = languagesInGit(bindings, files);
  const lonely = bindings.filter((binding) => (inGit.get(binding)?.size ?? 0) === 0);
  const elsewhere = lonely.length === 0 ? [] : detectLocales(files).families;
  return [
    ...bindings.flatMap(judgeExtension),
    ...judgeExcludes(bindings, files),
    ...bindings.flatMap(judgeCategory),
    ...codeRemarks(bindings, inGit, served),
    ...lonely.flatMap((binding) => {
      const { source } = binding;
      const beside = elsewhere.find(({ sources }) => source !== undefined && sources.includes(source));
      if (beside === undefined || beside.languages.length === 0) return [];
      return [
        warning(
          componentName(binding.component),
          `git has no file at ${binding.translations}; beside the source there are files at ${beside.translations}`,
          {
            place: binding.place,
            remedy: `Write \`translations: ${beside.translations}\`, if those are its translations.`,
          },
        ),
      ];
    }),
  ];
}

/** Extensions of one format. */
const families: readonly (readonly string[])[] = [
  ["pot", "po"],
  ["yml", "yaml"],
  ["xlf", "xliff"],
  ["json", "jsonc", "json5"],
];

/** What the source is made of would be written into files that say they are something else. */
function judgeExtension({ component, source, translations, place }: Binding): readonly Remark[] {
  if (source === undefined) return [];
  const [from, to] = [extensionOf(source), extensionOf(translations)];
  const isSame = from === to || families.some((family) => family.includes(from ?? "") && family.includes(to ?? ""));
  if (from === undefined || to === undefined || isSame) return [];
  return [
    problem(componentName(component), `the source is a .${from} file, the translations would be .${to} files`, {
      code: "IL-M06",
      place,
      remedy: "A component has files of one format: give `translations` the extension of `source`.",
    }),
  ];
}

/** A glob that nothing is at leaves nothing out: a misspelt one looks like one that works. */
function judgeExcludes(bindings: readonly Binding[], files: readonly string[]): readonly Remark[] {
  const guess = pathGuesses(files);
  const remedies = new Map(
    globsWithoutFile(new Set(bindings.flatMap(({ exclude = [] }) => exclude)), files).map((glob) => {
      const close = guess(glob, !/[*?{]/.test(glob));
      const question = close === undefined ? "" : ` (did you mean ${close}?)`;
      return [glob, `Correct the path${question}, or remove it from \`exclude\`.`] as const;
    }),
  );
  return bindings.flatMap(({ component, exclude = [], place }) =>
    exclude.flatMap((glob) => {
      const remedy = remedies.get(glob);
      if (remedy === undefined) return [];
      const message = `no file is at ${glob}, so \`exclude\` leaves nothing out by it`;
      return [warning(componentName(component), message, { place, remedy })];
    }),
  );
}

/** One walk through the files for all globs. */
function globsWithoutFile(globs: ReadonlySet<string>, files: readonly string[]): readonly string[] {
  const open = new Map(Array.from(globs, (glob) => [glob, exclusion([glob])]));
  const index = new EndsIndex([...globs], (glob) => fixedEnds(parsePattern(glob)));
  for (const path of files) for (const glob of index.at(path)) if (open.get(glob)?.(path) === true) open.delete(glob);
  return [...open.keys()];
}

/** `project: acme` and `component: acme/website`: the first part of a component is a category. */
function judgeCategory({ component, place }: Binding): readonly Remark[] {
  const { project, categories } = component;
  if (categories[0] !== project) return [];
  return [
    warning(componentName(component), `${project} is both the project and the first category`, {
      place,
      remedy: `If there is no category ${project} in the project, write \`component: ${[...categories.slice(1), component.component].join("/")}\`: the project stands in \`project\`.`,
    }),
  ];
}

function extensionOf(path: string): string | undefined {
  return /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase();
}

function languagesInGit(
  bindings: readonly Binding[],
  files: readonly string[],
): ReadonlyMap<Binding, ReadonlySet<string>> {
  return new Map(
    Array.from(boundPaths(bindings, files), ([binding, own]) => [
      binding,
      new Set(own.flatMap(({ path, language }) => (path === binding.source ? [] : (language ?? [])))),
    ]),
  );
}

/** Each code that neither the service, nor git, nor anybody else knows is told once. */
function codeRemarks(
  bindings: readonly Binding[],
  inGit: ReadonlyMap<Binding, ReadonlySet<string>>,
  served: ReadonlyMap<string, readonly string[]>,
): readonly Remark[] {
  const found = new Map<string, Remark>();
  for (const binding of bindings) {
    const name = componentName(binding.component);
    const there = served.get(name);
    const known = new Set([...(there ?? []), ...(inGit.get(binding) ?? [])]);
    const { only = [], except, request, aliases } = binding.languages;
    const lists = { only, except, request, aliases: Object.keys(aliases) };
    for (const [key, codes] of Object.entries(lists)) {
      for (const code of codes) {
        if (known.has(code) || found.has(`${key} ${code}`)) continue;
        // What only the service could know is doubted where it was asked, or where nobody has such a language.
        const isOfNobody = !isKnownLanguage(code);
        const isWithoutEffect = there !== undefined && key === "only";
        if (!isOfNobody && !isWithoutEffect) continue;
        found.set(`${key} ${code}`, codeRemark({ name, key, code, binding, known: [...known] }));
      }
    }
  }
  return [...found.values()];
}

interface OddCode {
  readonly name: string;
  readonly key: string;
  readonly code: string;
  readonly binding: Binding;
  readonly known: readonly string[];
}

function codeRemark({ name, key, code, binding, known }: OddCode): Remark {
  const close = nearest(code, known);
  const has = known.length === 0 ? "" : ` It has ${known.toSorted().slice(0, 12).join(", ")}.`;
  return warning(name, `\`languages.${key}\` names ${code}, a language that neither the service nor git has here`, {
    place: binding.place,
    remedy: close === undefined ? `Correct the code, or remove it.${has}` : `Did you mean "${close}"?${has}`,
  });
}

/** Files with changes that nobody committed or staged: a run looks at what git knows. */
export function judgeUncommitted(bindings: readonly Binding[], modified: ReadonlySet<string>): readonly Remark[] {
  return [...boundPaths(bindings, modified)].flatMap(([binding, files]) => {
    const path = files.find((file) => binding.source === undefined || file.path === binding.source)?.path;
    return path === undefined
      ? []
      : [
          warning(
            componentName(binding.component),
            `${path} has changes that are not committed, and they are not looked at`,
            { remedy: "Commit them, or say --working-tree with `plan` and `push`." },
          ),
        ];
  });
}

/** A branch that a sync would refuse to write to. */
export function judgeBranch(proposal: string, base: string | undefined): readonly Remark[] {
  if (base === undefined || proposal !== base) return [];
  return [
    warning(
      "mapping",
      `\`pull-request.branch\` is ${proposal}, the branch that translations are brought to: a sync refuses that`,
      {
        code: "IL-W05",
        remedy: "Name a branch of its own, such as interlinear/{base}, or leave the key out.",
      },
    ),
  ];
}
