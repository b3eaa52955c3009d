import type * as z from "zod";
import type { MappingProblem } from "./errors.ts";
import { mappingJsonSchema, schemaAt } from "./json-schema.ts";
import { serviceFault } from "./service-fault.ts";
import { meantBy } from "./synonyms.ts";
import type { JsonSchema } from "./json-schema.ts";
import { quoteBraces } from "./mapping-source.ts";
import type { KeyPath, MappingSource } from "./mapping-source.ts";
import { didYouMean, nearest } from "./nearest.ts";

type Issue = z.core.$ZodIssue;

/** What zod found, in words and with places. */
export function shapeProblems(issues: readonly Issue[], content: unknown, source: MappingSource): MappingProblem[] {
  if (content === null || content === undefined) {
    const hint = "Run `interlinear init` to write one.";
    return [source.problem([], { code: "IL-M03", message: "the mapping is empty", hint })];
  }
  const schema = mappingJsonSchema();
  // A misspelt key is one mistake, not an unknown key and a missing one.
  const meant = new Set<string>();
  const unknown = issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => unknownKey(issue.path, key, schema, source, meant))
      : [],
  );
  const others = issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys" || meant.has(issue.path.join("."))) return [];
    return [valueProblem(issue, valueAt(content, issue.path), schema, source)];
  });
  return [...unknown, ...others];
}

function unknownKey(
  path: KeyPath,
  key: string,
  root: JsonSchema,
  source: MappingSource,
  meant: Set<string>,
): MappingProblem {
  const known = Object.keys(schemaAt(root, path)?.properties ?? {});
  const synonym = meantBy(path, key);
  const close = synonym === undefined ? nearest(key, known) : synonym.key;
  if (close !== undefined) meant.add([...path, ...close.split(".")].join("."));
  return source.keyProblem([...path, key], {
    code: "IL-M03",
    message: `unknown key "${key}"`,
    note: didYouMean(close),
    hint:
      synonym?.hint ??
      (close === undefined ? placeOfKey(key, path, root) : undefined) ??
      `Known here: ${known.join(", ")}.`,
  });
}

/** Where a key stands that is right, and is not here. */
function placeOfKey(key: string, path: KeyPath, root: JsonSchema): string | undefined {
  const has = (keys: KeyPath): boolean => schemaAt(root, keys)?.properties?.[key] !== undefined;
  if (path.length > 0 && has([])) return `\`${key}\` stands at the top of the file, beside \`service\`.`;
  const section = Object.keys(root.properties ?? {}).find((name) => name !== "components" && has([name]));
  if (section !== undefined) return `\`${key}\` stands in \`${section}\`: { ${key}: … }.`;
  return has(["components", 0]) ? `\`${key}\` stands in an entry of \`components\`.` : undefined;
}

function valueProblem(issue: Issue, value: unknown, root: JsonSchema, source: MappingSource): MappingProblem {
  const { path } = issue;
  const key = subject(path);
  if (value === undefined && issue.code !== "invalid_key") {
    return source.problem(path, {
      code: "IL-M03",
      message: `${key} is missing`,
      hint: schemaAt(root, path)?.description,
    });
  }
  const choices = choicesOf(issue);
  if (choices !== undefined && choices.length > 0) {
    const close = typeof value === "string" && !choices.includes(value) ? nearest(value, choices) : undefined;
    const message = `${key} must be ${listed(choices)}, not ${shown(value)}`;
    const bare = typeof value === "string" && /^(?:true|false)$/.test(value) && choices.includes(value);
    const hint = bare ? `Write ${value}, without quotes.` : meantValue(key, value);
    return source.problem(path, { code: "IL-M03", message, note: didYouMean(close), hint });
  }
  if (path.length === 1 && path[0] === "service" && typeof value === "string") {
    return source.problem(path, { code: "IL-M10", ...serviceFault(value) });
  }
  const expected = expectation(issue);
  if (issue.code === "invalid_key") {
    const name = String(path.at(-1));
    return source.keyProblem(path, {
      code: "IL-M03",
      message: `a key of ${subject(path.slice(0, -1))} must be ${expected}, not ${shown(name)}`,
    });
  }
  return source.problem(path, {
    code: "IL-M03",
    message: `${key} must be ${expected}, not ${shown(value)}`,
    hint: valueHint(expected, value, { root, path }),
  });
}

/** Whether a mapping may leave the key out. */
function isOptional(root: JsonSchema, path: KeyPath): boolean {
  return schemaAt(root, path.slice(0, -1))?.required?.includes(String(path.at(-1))) !== true;
}

function valueHint(
  expected: string,
  value: unknown,
  { root, path }: { readonly root: JsonSchema; readonly path: KeyPath },
): string | undefined {
  if (value === null) {
    return isOptional(root, path) ? "Leave the key out to have the default." : "It has to have a value.";
  }
  const text = typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  if (expected === typeNames["number"] && text !== undefined) return numberHint(text);
  if (expected === typeNames["boolean"] && /^(?:true|false)$/.test(text ?? "")) {
    return `Write ${text ?? ""}, without quotes.`;
  }
  if (expected === typeNames["object"] && path.at(-1) === "languages" && value !== null && typeof value !== "boolean") {
    const codes = Array.isArray(value) ? value.join(", ") : (text ?? "");
    return `To bind these languages alone, write \`languages: { only: [${codes}] }\`.`;
  }
  if (expected === typeNames["object"]) {
    const { properties = {}, description } = schemaAt(root, path) ?? {};
    const keys = Object.keys(properties);
    return keys.length === 0 ? description : `Known in it: ${keys.join(", ")}.`;
  }
  if (expected.startsWith("a list")) {
    if (text !== undefined) return `Write it in brackets: [${text}].`;
    if (Array.isArray(value)) return "Leave the key out to have the default.";
    const [first] = Object.keys(schemaAt(root, [...path, 0])?.properties ?? {});
    return `Begin each entry with a dash: \`- ${first === undefined ? "…" : `${first}: …`}\`.`;
  }
  if (expected.startsWith("a slug") && text !== undefined) return slugHint(text, path);
  if (expected.startsWith("a login") && text !== undefined) return `Write ${text.replace(/^@/, "")}.`;
  if (expected.startsWith("a branch name") && /\s/.test(text ?? "")) {
    return `Write a name without blanks: ${(text ?? "").trim().replaceAll(/\s+/g, "-")}.`;
  }
  if (expected !== typeNames["string"]) return undefined;
  if (value === "") return "Leave the key out to have the default.";
  if (typeof value === "number") return `Put quotes around it: "${String(value)}".`;
  if (Array.isArray(value))
    return "Write one value, without brackets: each file has an entry of its own, or a glob covers them.";
  // `component: {package}` is a mapping with one key and no value.
  if (path.at(-1) === "translations" && typeof value === "object" && Object.keys(value ?? {}).length > 1) {
    return "Write one path with {language} for all of them: `locales/{language}.json`. A code that is written otherwise there goes into `languages.aliases`.";
  }
  const isBraced = typeof value === "object" && Object.values(value ?? {}).every((inner) => inner === null);
  return isBraced ? quoteBraces : undefined;
}

function numberHint(text: string): string | undefined {
  const number = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(text);
  if (number === null) return undefined;
  return `Write ${number[1] ?? ""}, without ${number[2] === "%" ? "the sign" : "quotes"}.`;
}

/** What somebody meant who wrote a value as another tool, or YAML's older versions, have it. */
function meantValue(key: string, value: unknown): string | undefined {
  if (key === '"version"') {
    return value === "1" ? "Write 1, without quotes." : "This version of Interlinear reads mappings of version 1.";
  }
  if (key === '"conflicts"' && /^(?:ours|mine|git|local|repo)$/i.test(String(value))) {
    return "Git's side is `repository`.";
  }
  if (key === '"conflicts"' && /^(?:theirs|remote|server|weblate)$/i.test(String(value))) {
    return "The service's side is `service`.";
  }
  return key === '"checks"' && value === false ? "Write `off`." : undefined;
}

/** What somebody may have meant who wrote an address, a path or a name for people. */
function slugHint(text: string, path: KeyPath): string | undefined {
  const parts = text
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((part) => part !== "");
  // A component has its project before it; the end of an address is what it is the page of.
  const isComponent = path.at(-1) === "project" && parts.length === 2;
  const last = (isComponent ? parts[0] : parts.at(-1)) ?? "";
  const slug = last
    .normalize("NFKD")
    .replaceAll(/[^\w-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? undefined : `Write the slug, as it stands at the end of its page's address: ${slug}.`;
}

/** `"source"`, `"labels" number 2`. */
function subject(path: KeyPath): string {
  const name = path.findLast((step) => typeof step === "string");
  if (name === undefined) return "the mapping";
  const last = path.at(-1);
  return typeof last === "number" ? `"${name}" number ${String(last + 1)}` : `"${name}"`;
}

function expectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type": {
      return typeNames[issue.expected] ?? issue.expected;
    }
    case "too_small": {
      if (issue.origin === "number") return `${String(issue.minimum)} or more`;
      return issue.origin === "array" ? "a list with at least one entry" : "text";
    }
    case "too_big": {
      return issue.origin === "number"
        ? `${String(issue.maximum)} or less`
        : `at most ${String(issue.maximum)} letters long`;
    }
    case "invalid_key": {
      return issue.issues[0]?.message ?? "text";
    }
    default: {
      return issue.message;
    }
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping (key: value)",
  record: "a mapping (key: value)",
};

/** The values an enumeration allows, those of all members where there is a choice of several kinds. */
function choicesOf(issue: Issue): string[] | undefined {
  if (issue.code === "invalid_value") return issue.values.map(String);
  if (issue.code !== "invalid_union") return undefined;
  return issue.errors.flat().flatMap((inner) => {
    if (inner.code === "invalid_value") return inner.values.map(String);
    return inner.code === "invalid_type" && inner.expected === "boolean" ? ["true", "false"] : [];
  });
}

function listed(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}`;
}

function shown(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  return JSON.stringify(value) ?? "nothing";
}

function valueAt(content: unknown, path: KeyPath): unknown {
  let value = content;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
