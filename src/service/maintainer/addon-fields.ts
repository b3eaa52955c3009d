import * as z from "zod";
import {
  boxes,
  checkbox,
  input,
  plainChoices,
  secret,
  select,
  textarea,
  type Choice,
  type FieldProblems,
} from "../../http-api/form.ts";
import type { Content } from "../../http-api/markup.ts";
import type { Refusal } from "../../http-api/refusal.ts";
import type { AnyAddon } from "../addons/addon.ts";
import { MEMORY_ENGINE } from "../autotranslate/engines.ts";
import { actionNames } from "../changes/actions.ts";
import { machineServices } from "../machinery/services.ts";
import type { SentForm } from "./managed-page.ts";

/** A member of a configuration, as its schema has it. */
interface Member {
  readonly name: string;
  readonly kind: "choice" | "truth" | "number" | "choices" | "list" | "lines" | "text" | "secret";
  readonly choices: readonly string[];
}

/** What people read at a field. */
interface MemberWords {
  readonly label: string;
  readonly hint?: string;
  /** Value → words. */
  readonly choices?: Readonly<Record<string, string>>;
}

const engineNames = { [MEMORY_ENGINE]: "Translation memory" };

const words: Readonly<Record<string, MemberWords>> = {
  mode: {
    label: "What becomes of a text that is found",
    choices: {
      suggest: "a suggestion, which somebody decides on",
      translate: "a translation; not of a machine's text",
      fuzzy: "a translation that needs editing",
    },
  },
  q: {
    label: "Strings to fill",
    hint: "A search, as in the list of strings: state:<translated are all that are to do.",
  },
  auto_source: {
    label: "Where texts come from",
    choices: { others: "the same string in other components", mt: "the translation memory and machines" },
  },
  component: { label: "Of which component", hint: "Where texts come from other components." },
  engines: {
    label: "What is asked",
    hint: "Where texts come from memory and machines. Machines are set up on the project's page “Machine translation”.",
    choices: { ...engineNames, ...Object.fromEntries(machineServices.map(({ id, name }) => [id, name])) },
  },
  threshold: { label: "How like a text has to be, in percent", hint: "1 to 100; of the memory's texts and machines'." },
  filename: {
    label: "File to write",
    hint: "Its path in the repository, for each language: stats/{{ language_code }}.json",
  },
  template: {
    label: "What it holds",
    hint: "Filled as commit messages are: {{ language_name }}: {{ stats.translated_percent }} %",
  },
  squash: {
    label: "One commit of",
    choices: {
      all: "all commits",
      language: "those of each language",
      file: "those of each file",
      author: "those of each author",
      "author-language": "those of each author in each language",
    },
  },
  append_trailers: { label: "Keep trailers and authors below the message" },
  commit_message: { label: "Message of the commits", hint: "Empty: the messages of the commits that became one." },
  age: { label: "Age in days", hint: "What is older is removed." },
  votes: { label: "With votes of at most", hint: "What has more stays." },
  previous: { label: "Keep the earlier source of a changed string, as a comment" },
  no_location: { label: "Leave out places in the code" },
  case_sensitive: { label: "Capitals come before small letters" },
  webhook_url: { label: "Address", hint: "It begins with https://." },
  secret: { label: "Secret", hint: "In base64, as Standard Webhooks have it; what is sent is signed with it." },
  events: { label: "What it tells of", choices: actionNames },
};

/** Members that a form cannot give another value than the one that they have by themselves. */
const settled: ReadonlySet<string> = new Set(["fuzzy"]);

/** Texts that may be longer than this have lines. */
const ONE_LINE = 2000;
const LONG_TEXTS = new Set(["commit_message"]);

/** The fields of an add-on's form, made of the schema that reads its configuration. */
export function membersOf({ configuration, secrets = [] }: AnyAddon): readonly Member[] {
  const { properties = {} } = z.toJSONSchema(configuration, { io: "input", unrepresentable: "any" });
  return Object.entries(properties)
    .filter(([name]) => !settled.has(name))
    .map(([name, property]) => {
      const schema = typeof property === "object" ? property : {};
      const kind = secrets.includes(name) ? "secret" : kindOf(name, schema);
      return { name, kind, choices: kind === "choices" ? knownChoices(name) : (schema.enum ?? []).map(String) };
    });
}

function kindOf(
  name: string,
  { enum: choices = [], maxLength = 0, anyOf = [], $ref: reference = "" }: z.core.JSONSchema.JSONSchema,
): Member["kind"] {
  if (choices.length > 0) return "choice";
  if (reference.endsWith("/Boolean")) return "truth";
  if (reference.endsWith("/Integer")) return "number";
  if (anyOf.some((each) => typeof each === "object" && each.type === "array")) {
    return knownChoices(name).length > 0 ? "choices" : "list";
  }
  return maxLength > ONE_LINE || LONG_TEXTS.has(name) ? "lines" : "text";
}

function knownChoices(name: string): readonly string[] {
  return Object.keys(words[name]?.choices ?? {});
}

export function sentConfiguration(addon: AnyAddon, form: SentForm): Readonly<Record<string, unknown>> {
  const sent = membersOf(addon).flatMap(({ name, kind }): (readonly [string, unknown])[] => {
    const at = `configuration:${name}`;
    const value = form.text(at);
    if (kind === "truth") return [[name, value === "true"]];
    if (kind === "choices" || kind === "list") {
      const all = form.all(at).flatMap((each) => each.split(/[\s,]+/).filter((part) => part !== ""));
      return all.length === 0 ? [] : [[name, all]];
    }
    if (value.trim() !== "") return [[name, value.trim()]];
    // What is left empty is as the add-on has it by itself; a secret stays until somebody says that it goes.
    return kind === "secret" && form.has(`${at}:forget`) ? [[name, ""]] : [];
  });
  return Object.fromEntries(sent);
}

/** What was wrong with a configuration, at the members that it is about. */
export function configurationProblems({ errors }: Refusal): FieldProblems {
  const problems = errors.map(({ detail }) => {
    const [, name = "", reason = detail] = /^Error in parameter (\w+)[^:]*: (.*)$/s.exec(detail) ?? [];
    return [name, reason] as const;
  });
  return Object.fromEntries(problems);
}

/** What the fields of a form begin with. */
export interface Configured {
  /** Of the form, among those of the page. */
  readonly id: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Names of secrets that are set. */
  readonly secrets: readonly string[];
  /** Components that texts may come from, and the one that is stored. */
  readonly components: readonly Choice[];
  /** What was wrong with what was sent. */
  readonly problems: FieldProblems;
}

export function configurationFields(
  addon: AnyAddon,
  { id, values, secrets, components, problems }: Configured,
): Content {
  return membersOf(addon).map(({ name, kind, choices }) => {
    const stored = values[name];
    const value = ["string", "number"].includes(typeof stored) ? String(stored) : "";
    const { label = name.replaceAll("_", " "), hint, choices: named = {} } = words[name] ?? {};
    const field = {
      name: `configuration:${name}`,
      id: `${id}-${name}`,
      label,
      ...(hint !== undefined && { hint }),
      problem: problems[name],
    };
    if (name === "component") {
      return select({ ...field, value, choices: [{ value: "", words: "any of the project" }, ...components] });
    }
    const worded = plainChoices(choices).map((each) => ({ ...each, words: named[each.value] ?? each.value }));
    if (kind === "choice") return select({ ...field, value, choices: worded });
    if (kind === "choices")
      return boxes({ ...field, choices: worded, chosen: Array.isArray(stored) ? stored.map(String) : [] });
    if (kind === "truth") return checkbox({ ...field, checked: stored === true });
    if (kind === "lines") return textarea({ ...field, value });
    if (kind === "secret") return secret({ ...field, isSet: secrets.includes(name) });
    if (kind === "number") return input({ ...field, value, type: "number" });
    const list = Array.isArray(stored) ? stored.map(String).join(" ") : value;
    return input({ ...field, value: list });
  });
}
