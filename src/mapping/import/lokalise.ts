import { defined } from "../../core/defined.ts";
import type { LanguageStyle } from "../language-code.ts";
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
import { CARRIED, namedSettings, OWN, settingsOf, type Fates, type Setting } from "./settings.ts";

/** What becomes of each input, as the action documents them. */
const fates: Fates = {
  api_token: OWN,
  project_id: OWN,
  translations_path: CARRIED,
  base_lang: CARRIED,
  file_ext: CARRIED,
  file_format: CARRIED,
  flat_naming: CARRIED,
  name_pattern: CARRIED,
};

/** A workflow that uses Lokalise's actions: their inputs say where files are. */
export const lokalise: ConfigurationReader = {
  tool: "lokalise",
  isConfiguration: (path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path),
  read: (text) => {
    const jobs = Object.values(fieldsOf(readYaml(text)["jobs"]));
    const steps = jobs.flatMap((job) => listOf(fieldsOf(job)["steps"])).map(fieldsOf);
    const named = actionIn(text);
    const chosen = steps.filter(({ uses }) => textOf(uses)?.startsWith(named) === true);
    const read = chosen.map((step) => readInputs(fieldsOf(step["with"]), text));
    return {
      entries: read.flatMap(({ entries }) => entries),
      leftOut: [...read.flatMap(({ leftOut }) => leftOut), ...namedSettings(inputsIn(text), fates)],
    };
  },
  settings: inputsIn,
  fates,
};

/** The action that pulls is told the same paths: it counts where none pushes. */
function actionIn(text: string): string {
  const push = "lokalise/lokalise-push-action@";
  return text.includes(push) ? push : "lokalise/lokalise-pull-action@";
}

/** Of the steps that push; other actions of the workflow are none of the tool's. */
function inputsIn(text: string): readonly Setting[] {
  const action = actionIn(text);
  const uses = text.split("\n").flatMap((line, at) => (line.includes(action) ? [at + 1] : []));
  return settingsOf(text).flatMap((setting) => {
    const [, name] = /^jobs\..*\.steps\[\]\.with\.([^.]+)$/.exec(setting.path) ?? [];
    const isPush =
      name !== undefined && uses.some((line) => setting.line > line && setting.line <= line + MOST_INPUT_LINES);
    return isPush ? [{ ...setting, path: name }] : [];
  });
}

/** A step of the action is no longer. */
const MOST_INPUT_LINES = 25;

function readInputs(inputs: Fields, text: string) {
  const base = textOf(inputs["base_lang"]) ?? "en";
  const extensions = (textOf(inputs["file_ext"]) ?? textOf(inputs["file_format"]) ?? "json")
    .split(/\s+/)
    .filter(Boolean);
  const paths = (textOf(inputs["translations_path"]) ?? "locales")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const own = textOf(inputs["name_pattern"]);
  const known = [base, ...extensions, ...paths].every((value) => !value.includes("${{"));
  const named = own === undefined ? undefined : translationsOf(own, base);
  if ((own !== undefined && named === undefined) || !known) {
    const what = own === undefined ? "lokalise-push-action" : "name_pattern";
    const why = own === undefined ? "its inputs are expressions: write what they give." : "write it as `source`.";
    return { entries: [], leftOut: [{ ...lineOf(text, what), what, why }] };
  }
  const program = extensions.find((extension) => /^[cm]?[jt]sx?$/.test(extension));
  if (program !== undefined) {
    const what = `.${program} files`;
    const why = "a program is not read as a translation: move its texts into JSON files.";
    return { entries: [], leftOut: [{ ...lineOf(text, "file_ext"), what, why }] };
  }
  if (own !== undefined && named !== undefined) {
    const entries = paths.map((path) => ({
      ...lineOf(text, path),
      source: pathFrom(path, own),
      translations: pathFrom(path, named.path),
      ...defined({ style: named.style }),
    }));
    return { entries, leftOut: [] };
  }
  const isFlat = String(inputs["flat_naming"]) === "true";
  const entries = paths.flatMap((path) =>
    extensions.map((extension) => ({
      ...lineOf(text, path),
      source: isFlat ? pathFrom(path, `${base}.${extension}`) : pathFrom(path, base, `{name}.${extension}`),
      translations: isFlat
        ? pathFrom(path, `{language}.${extension}`)
        : pathFrom(path, `{language}/{name}.${extension}`),
    })),
  );
  return { entries, leftOut: [] };
}

/** Where translations are beside a source of this name: Android's folders, or the same with another code. */
function translationsOf(
  pattern: string,
  base: string,
): { readonly path: string; readonly style?: LanguageStyle } | undefined {
  if (pattern.startsWith("values/"))
    return { path: pattern.replace("values/", "values-{language}/"), style: "android" };
  const short = base.split(/[-_]/)[0] ?? base;
  const code = [base, short].find((each) => new RegExp(`(?:^|[/._-])${each}(?:[/._-]|$)`).test(pattern));
  return code === undefined || pattern.includes("*") ? undefined : { path: pattern.replace(code, "{language}") };
}
