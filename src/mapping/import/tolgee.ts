import {
  fieldsOf,
  lineOf,
  listOf,
  pathFrom,
  readYaml,
  textOf,
  type ConfigurationReader,
  type Fields,
} from "./imported.ts";
import { entriesOfList } from "./listed-files.ts";
import { CARRIED, namedSettings, OWN, settingsOf, type Fates } from "./settings.ts";
import { sourceAmong } from "./source-among.ts";

const LANGUAGES = "languages are those of the service: `languages: { only: […] }` narrows them.";
const NAMESPACES = "a component is a namespace: bind one for each.";
/** What becomes of each setting, as the tool's configuration file documents them. */
const fates: Fates = {
  $schema: OWN,
  apiUrl: OWN,
  apiKey: OWN,
  projectId: OWN,
  format: "the component on the service knows the format.",
  patterns: "keys are not extracted out of code here.",
  extractor: "keys are not extracted out of code here.",
  "push.filesTemplate": CARRIED,
  "push.files[].path": CARRIED,
  "push.files[].language": CARRIED,
  "push.files[].namespace": CARRIED,
  "push.forceMode": "`conflicts` says who wins where both sides changed a string.",
  "push.language": LANGUAGES,
  "push.languages": LANGUAGES,
  "push.namespaces": NAMESPACES,
  "pull.path": CARRIED,
  "pull.states": "set `pull: { approved-only: true }` where only reviewed texts are to come.",
  "pull.format": "the component on the service knows the format.",
  "pull.languages": LANGUAGES,
  "pull.namespaces": NAMESPACES,
  "pull.fileStructureTemplate": "`translations` says where files are.",
  "pull.delimiter": "a file keeps its keys as they are: nothing is to be set.",
  "pull.emptyDir": "`pull: { prune: apply }` removes files of languages that are gone.",
  "push.removeOtherKeys": "strings that git removed go from the service, as far as `removal-limit` lets them.",
};

/** `.tolgeerc.json`: the templates of the paths that `push` looks for. */
export const tolgee: ConfigurationReader = {
  tool: "tolgee",
  isConfiguration: (path) => /^\.tolgeerc(\.json|\.ya?ml)?$/.test(path),
  read: (text, files) => {
    const configuration = readYaml(text);
    const push = fieldsOf(configuration["push"]);
    const sent = listOf(push["filesTemplate"]).flatMap((each) => textOf(each) ?? []);
    const templates =
      sent.length > 0 || push["files"] !== undefined ? sent : pulled(fieldsOf(configuration["pull"]), files);
    const read = templates.map((template) => {
      const at = sent.length === 0 ? lineOf(text, "pull") : lineOf(text, template);
      const unusable = (why: string) => ({ entries: [], leftOut: [{ ...at, what: template, why }] });
      const style = template.includes("{androidLanguageTag}") ? ({ style: "android" } as const) : {};
      const translations = pathFrom(template).replace(/\{(languageTag|androidLanguageTag)\}/, "{language}");
      if (!translations.includes("{language}")) return unusable("it has no {languageTag}.");
      if (/\{(extension|snakeLanguageTag)\}|\*/.test(translations)) return unusable("write it as `translations`.");
      const source = sourceAmong(translations, [], files);
      if (source === undefined) return unusable("there is no file of it in English: name the `source`.");
      return { entries: [{ ...at, source, translations, ...style }], leftOut: [] };
    });
    const paths = listOf(push["files"]).flatMap((each) => textOf(fieldsOf(each)["path"]) ?? []);
    const listed = templates.length > 0 ? [] : entriesOfList(paths.map((path) => pathFrom(path)));
    const untold =
      paths.length > 0 && templates.length === 0 && listed.length === 0
        ? [{ ...lineOf(text, "files"), what: "push.files", why: "its paths do not differ in a language's code." }]
        : [];
    const nothing =
      paths.length === 0 && templates.length === 0
        ? [{ what: "push", why: "it names no files: `interlinear init` finds them." }]
        : [];
    const states = listOf(fieldsOf(configuration["pull"])["states"]);
    const isReviewed = states.length === 1 && states[0] === "REVIEWED";
    return {
      entries: [
        ...read.flatMap(({ entries }) => entries),
        ...listed.map((entry) => ({ ...entry, ...lineOf(text, entry.source ?? entry.translations) })),
      ],
      leftOut: [
        ...read.flatMap(({ leftOut }) => leftOut),
        ...untold,
        ...nothing,
        ...namedSettings(settingsOf(text), fates),
      ],
      ...(isReviewed ? { settings: { approvedOnly: true } } : {}),
    };
  },
  settings: settingsOf,
  fates,
};

/** Where `pull` alone says where files are: as it is told there, or as the tool lays them out by itself. */
function pulled(pull: Fields, files: readonly string[]): readonly string[] {
  const path = textOf(pull["path"]);
  if (path === undefined) return [];
  const structure = textOf(pull["fileStructureTemplate"]) ?? "{languageTag}.{extension}";
  const folder = pathFrom(path);
  const own = files.filter((file) => file.startsWith(`${folder}/`));
  const extensions = new Set(own.map((file) => file.slice(file.lastIndexOf(".") + 1)));
  const templates = [...extensions].map((extension) => `${folder}/${structure.replace("{extension}", extension)}`);
  return templates.filter((template) => own.some((file) => file.split("/").length === template.split("/").length));
}
