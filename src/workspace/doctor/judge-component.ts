import { formatFor } from "../../formats/registry.ts";
import { componentName, type Binding } from "../../mapping/binding.ts";
import type { BoundPath } from "../../mapping/bound-paths.ts";
import { languageOfPath, languagePaths } from "../../mapping/resolve.ts";
import { nearest } from "../../mapping/nearest.ts";
import type { ServiceComponent, ServiceTranslation } from "../../service-client/translation-service.ts";
import { nameToday } from "../../sync/observe/reader-of.ts";
import { isWanted } from "../../sync/decide/wanted-language.ts";
import { fine, problem, unknown, warning, type Remark } from "./remark.ts";

/** What the service has of a component that the mapping binds. */
export interface ServedComponent {
  readonly component: ServiceComponent;
  readonly readsThisRepository: boolean;
  /** Address of the repository that it reads, where that is another one. */
  readonly otherRepository?: string;
  readonly translations: readonly ServiceTranslation[];
}

/** Where a language's file is. */
export interface LanguageRow {
  readonly language: string;
  readonly path: string;
  /** Git has the file. */
  readonly isThere: boolean;
}

export function judgeMissing(binding: Binding, known: readonly ServiceComponent[]): Remark {
  const name = componentName(binding.component);
  const close = nearest(
    name,
    known.map(({ path }) => componentName(path)),
  );
  return problem(name, "the service has no such component, or the token may not see it", {
    code: "IL-P01",
    place: binding.place,
    remedy:
      close === undefined
        ? `The project has ${known.length === 0 ? "no component" : known.map(({ path }) => path.component).join(", ")}. \`interlinear push --create\` makes the missing ones.`
        : `Did you mean "${close}"?`,
  });
}

/**
 * Whether component and mapping fit each other.
 * @param files those of git that the mapping binds to it
 */
export function judgeComponent(
  binding: Binding,
  served: ServedComponent,
  files: readonly BoundPath[],
): readonly Remark[] {
  const name = componentName(binding.component);
  const { component, translations } = served;
  const remarks = [
    ...judgeFormat(name, component),
    ...judgeSource(name, binding, component, translations),
    ...judgePlaces(name, binding, served),
    ...judgeRepository(name, binding, served),
    ...judgeMethod(name, binding, served),
    ...judgeLanguages(name, binding, translations, files),
  ];
  const count = translations.filter(({ isSource }) => !isSource).length;
  const facts = `${component.fileFormat}, from ${component.sourceLanguage} into ${String(count)} ${count === 1 ? "language" : "languages"}`;
  return [fine(name, facts), ...remarks];
}

function judgeFormat(name: string, { fileFormat, isGlossary }: ServiceComponent): readonly Remark[] {
  return [
    ...(isGlossary
      ? [warning(name, "it is a glossary", { remedy: "Bind a component with the strings of a file." })]
      : []),
    ...(formatFor(nameToday(fileFormat)) === undefined
      ? [
          unknown(
            name,
            `files of the format ${fileFormat} are not read here: they move as a whole, not string by string`,
          ),
        ]
      : []),
  ];
}

function judgeSource(
  name: string,
  binding: Binding,
  { sourceLanguage }: ServiceComponent,
  translations: readonly ServiceTranslation[],
): readonly Remark[] {
  if (!translations.some(({ isSource }) => isSource)) {
    return [
      problem(name, "the service has no source translation in it", {
        remedy: "Check the component's base file on the service.",
      }),
    ];
  }
  const language = binding.source === undefined ? undefined : languageOfPath(binding, binding.source);
  if (language === undefined || baseOf(language) === baseOf(sourceLanguage)) return [];
  return [
    problem(name, `its source language is ${sourceLanguage}; ${binding.source ?? ""} is ${language}`, {
      place: binding.place,
      remedy: "Correct `source` in the mapping, or the component's source language on the service.",
    }),
  ];
}

const MOST_DIFFERENCES = 3;

/** The paths of a service that reads this very repository are this repository's. */
function judgePlaces(name: string, binding: Binding, { component, ...served }: ServedComponent): readonly Remark[] {
  const { template, newBase, filemask } = component;
  if (!served.readsThisRepository) return [];
  const base = template === "" ? newBase : template;
  const about = { place: binding.place };
  const remarks: Remark[] = [];
  if (base !== "" && base !== binding.source) {
    const remedy = "Make them one: `source` in the mapping, or the base file in the component's settings.";
    const said = binding.source === undefined ? "names none" : `says ${binding.source}`;
    remarks.push(problem(name, `its source is ${base}; the mapping ${said}`, { ...about, remedy }));
  }
  const { paths } = languagePaths(binding, targetsOf(binding, served.translations));
  const different = served.translations.flatMap(({ language, filename }) => {
    const path = paths.get(language);
    return path === undefined || filename === "" || path === filename
      ? []
      : [`${language} is ${filename}, by the mapping ${path}`];
  });
  if (different.length > 0) {
    const shown = different.slice(0, MOST_DIFFERENCES).join("; ");
    const rest = different.length - MOST_DIFFERENCES;
    const mask = filemask === undefined ? "" : ` (file mask ${filemask})`;
    remarks.push(
      problem(name, `its files are elsewhere${mask}: ${shown}${rest > 0 ? ` and ${String(rest)} more` : ""}`, {
        ...about,
        remedy: "Correct `translations`, its style `{language:…}` or `languages.aliases` in the mapping.",
      }),
    );
  }
  return remarks;
}

/** What is sent there takes the place of the other repository's strings. */
function judgeRepository(name: string, { place }: Binding, { otherRepository }: ServedComponent): readonly Remark[] {
  if (otherRepository === undefined) return [];
  return [
    warning(name, `it reads another repository, ${otherRepository}: a push replaces the source strings of that one`, {
      place,
      remedy:
        "Name another component in the mapping, and `interlinear up` makes it. Where that is a copy of this repository, all is well.",
    }),
  ];
}

function judgeMethod(name: string, { push }: Binding, { component, readsThisRepository }: ServedComponent): Remark[] {
  if (readsThisRepository) return [fine(name, "the service pulls its source from this repository")];
  const isBilingual = component.template === "";
  if (isBilingual && component.fileFormat !== "po") {
    const remedy = "Let the component read this repository, or give it a base file (monolingual).";
    return [warning(name, `a bilingual ${component.fileFormat} takes no new source by upload`, { remedy })];
  }
  const possible = isBilingual ? ["source"] : ["replace", "add", "translate"];
  if (push.method === "auto" || possible.includes(push.method)) {
    return [fine(name, `its source can be sent: ${possible.join(", ")}`)];
  }
  const kind = isBilingual ? "bilingual" : "monolingual";
  return [
    problem(name, `push.method: ${push.method} does not fit, it is ${kind}`, {
      code: "IL-S12",
      remedy: `Use \`push.method: auto\`, or ${possible.join(", ")}.`,
    }),
  ];
}

function judgeLanguages(
  name: string,
  binding: Binding,
  translations: readonly ServiceTranslation[],
  files: readonly BoundPath[],
): readonly Remark[] {
  const { paths, problems } = languagePaths(binding, targetsOf(binding, translations));
  const served = new Set([...paths.values(), ...translations.map(({ language }) => language)]);
  const unserved = files.flatMap(({ path, language }) => {
    const isServed = path === binding.source || served.has(path) || language === undefined || served.has(language);
    return isServed || !isWanted(binding, language) ? [] : [`${path} (${language})`];
  });
  const remedy =
    binding.push.translations === "never"
      ? "Set `push.translations: missing` to bring them there, or name the service's code under `languages.aliases`."
      : "A push adds them.";
  return [
    ...problems.map((message) =>
      problem(name, message, {
        code: "IL-P02",
        place: binding.place,
        remedy: "Give one of them an alias under `languages.aliases`, or leave it out with `languages.except`.",
      }),
    ),
    ...(unserved.length === 0
      ? []
      : [warning(name, `the service lacks the language of ${unserved.join(", ")}`, { remedy })]),
  ];
}

/** Every language that takes part, with its path. */
export function languageRows(
  binding: Binding,
  translations: readonly ServiceTranslation[],
  files: ReadonlySet<string>,
): readonly LanguageRow[] {
  const { paths } = languagePaths(binding, targetsOf(binding, translations));
  return [...paths].map(([language, path]) => ({ language, path, isThere: files.has(path) }));
}

function targetsOf(binding: Binding, translations: readonly ServiceTranslation[]) {
  return translations
    .filter(({ isSource, language }) => !isSource && isWanted(binding, language))
    .map(({ language, languageCode }) => ({ code: language, languageCode }));
}

/** `en_US` → `en` */
function baseOf(language: string): string {
  return language.split(/[_@-]/, 1)[0] ?? language;
}
