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

/** A workflow that uses Lokalise's actions: their inputs say where files are. */
export const lokalise: ConfigurationReader = {
  tool: "lokalise",
  isConfiguration: (path) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(path),
  read: (text) => {
    const jobs = Object.values(fieldsOf(readYaml(text)["jobs"]));
    const steps = jobs.flatMap((job) => listOf(fieldsOf(job)["steps"])).map(fieldsOf);
    // The action that pulls is told the same paths.
    const push = steps.filter(({ uses }) => textOf(uses)?.startsWith("lokalise/lokalise-push-action@") === true);
    const read = push.map((step) => readInputs(fieldsOf(step["with"]), text));
    return { entries: read.flatMap(({ entries }) => entries), leftOut: read.flatMap(({ leftOut }) => leftOut) };
  },
};

function readInputs(inputs: Fields, text: string) {
  const base = textOf(inputs["base_lang"]) ?? "en";
  const extension = textOf(inputs["file_ext"]) ?? textOf(inputs["file_format"]) ?? "json";
  const paths = (textOf(inputs["translations_path"]) ?? "locales")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const own = textOf(inputs["name_pattern"]);
  const known = [base, extension, ...paths].every((value) => !value.includes("${{"));
  if (own !== undefined || !known) {
    const what = own === undefined ? "lokalise-push-action" : "name_pattern";
    const why = own === undefined ? "its inputs are expressions: write what they give." : "write it as `source`.";
    return { entries: [], leftOut: [{ ...lineOf(text, what), what, why }] };
  }
  const isFlat = String(inputs["flat_naming"]) === "true";
  const entries = paths.map((path) => ({
    ...lineOf(text, path),
    source: isFlat ? pathFrom(path, `${base}.${extension}`) : pathFrom(path, base, `{name}.${extension}`),
    translations: isFlat ? pathFrom(path, `{language}.${extension}`) : pathFrom(path, `{language}/{name}.${extension}`),
  }));
  return { entries, leftOut: [] };
}
