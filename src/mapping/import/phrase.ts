import { fieldsOf, lineOf, listOf, pathFrom, readYaml, textOf, type ConfigurationReader } from "./imported.ts";
import { fileMatcher, parsePattern } from "../pattern.ts";
import { entriesOfList } from "./listed-files.ts";
import { CARRIED, namedSettings, OWN, settingsOf, type Fate, type Fates } from "./settings.ts";
import { sourceAmong } from "./source-among.ts";

const KNOWN_FORMAT = "the component on the service knows the format.";
/** What becomes of each setting, as the tool's configuration file documents them. */
const settled: Fates = {
  access_token: OWN,
  project_id: OWN,
  host: OWN,
  branch: OWN,
  file_format: KNOWN_FORMAT,
  "push.sources[].file": CARRIED,
  "push.sources[].project_id": OWN,
  "push.sources[].access_token": OWN,
  "push.sources[].params.locale_id": CARRIED,
  "push.sources[].params.file_format": KNOWN_FORMAT,
  "push.sources[].params.update_translations":
    "git's translations go to the service by `push: { translations: changed }`.",
  "push.sources[].params.tags": "a component holds what the tag told apart.",
  "pull.targets[].file": CARRIED,
  "pull.targets[].project_id": OWN,
  "pull.targets[].access_token": OWN,
  "pull.targets[].params.locale_id": CARRIED,
  "pull.targets[].params.include_unverified_translations": CARRIED,
  "pull.targets[].params.file_format": KNOWN_FORMAT,
  "pull.targets[].params.tags": "a component holds what the tag told apart.",
  "pull.targets[].params.include_empty_translations": "untranslated strings never come: nothing is to be set.",
};

function named(root: string): readonly (readonly [string, Fate])[] {
  return Object.entries(settled).map(([path, fate]) => [`${root}.${path}`, fate] as const);
}

const fates: Fates = Object.fromEntries([...named("phrase"), ...named("phraseapp")]);

/** `.phrase.yml`, in older ones `.phraseapp.yml` */
export const phrase: ConfigurationReader = {
  tool: "phrase",
  isConfiguration: (path) => /^\.phrase(app)?\.ya?ml$/.test(path),
  read: (text, files) => {
    const configuration = readYaml(text);
    const settings = fieldsOf(configuration["phrase"] ?? configuration["phraseapp"]);
    const sources = filesOf(fieldsOf(settings["push"])["sources"]).map((file) => pathFrom(file));
    const targets = filesOf(fieldsOf(settings["pull"])["targets"]);
    const single = targets.filter((target) => !/<(?:locale_name|locale_code|tag)>/.test(target));
    const listed = entriesOfList([...sources, ...single.map((target) => pathFrom(target))]).map((entry) => ({
      ...entry,
      ...lineOf(text, entry.source ?? entry.translations),
    }));
    const isListed = (target: string): boolean =>
      listed.some(
        ({ source, translations }) =>
          pathFrom(target) === source || fileMatcher(parsePattern(translations))([pathFrom(target)]).length > 0,
      );
    const read = targets
      .filter((target) => !(single.includes(target) && isListed(target)))
      .map((target) => {
        const at = lineOf(text, target);
        const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: target, why }] });
        if (target.includes("<tag>")) return unusable("<tag> splits one project by tags: bind each file by itself.");
        if (!/<locale_(name|code)>/.test(target)) return unusable("it has no <locale_name> or <locale_code>.");
        const translations = pathFrom(target).replace(/<locale_(name|code)>/, "{language}");
        const source = sourceAmong(translations, sources, files) ?? onlySource(translations, sources);
        if (source === undefined)
          return unusable("no source of `push` is one of its files, and there is none in English.");
        return { entries: [{ ...at, source, translations }], leftOut: [] };
      });
    const approved = listOf(fieldsOf(settings["pull"])["targets"]).filter(
      (target) => fieldsOf(fieldsOf(target)["params"])["include_unverified_translations"] === false,
    );
    const approvedOnly = targets.length > 0 && approved.length === targets.length;
    const partly = approvedOnly || approved.length === 0 ? [] : [PARTLY_APPROVED];
    return {
      entries: [...listed, ...read.flatMap(({ entries }) => entries)],
      leftOut: [
        ...read.flatMap(({ leftOut }) => leftOut),
        ...partly.map((each) => ({ ...lineOf(text, each.what), ...each })),
        ...namedSettings(settingsOf(text), fates),
      ],
      ...(approvedOnly ? { settings: { approvedOnly } } : {}),
    };
  },
  settings: settingsOf,
  fates,
};

const PARTLY_APPROVED = {
  what: "include_unverified_translations",
  why: "some targets have it: set `pull: { approved-only: true }` on their components.",
};

/** `messages.xlf` beside `messages.<locale_name>.xlf`: the only source in that folder. */
function onlySource(translations: string, sources: readonly string[]): string | undefined {
  const placeOf = (path: string): string =>
    `${path.slice(0, path.lastIndexOf("/") + 1)} ${path.slice(path.lastIndexOf("."))}`;
  const [source, ...others] = sources.filter((path) => !path.includes("<") && placeOf(path) === placeOf(translations));
  return others.length === 0 ? source : undefined;
}

function filesOf(list: unknown): readonly string[] {
  return listOf(list).flatMap((each) => textOf(fieldsOf(each)["file"]) ?? []);
}
