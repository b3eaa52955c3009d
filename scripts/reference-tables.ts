import type { AdminEndpoint } from "../src/admin/contract/endpoint.ts";
import { parse } from "yaml";
import type { Command } from "../src/cli/command.ts";
import type { OptionSpecs } from "../src/cli/options.ts";
import type { Endpoint } from "../src/contract/endpoint.ts";
import type { Format } from "../src/formats/format.ts";
import { tagOf, titleOfTag } from "../src/http-api/openapi.ts";

/** What of `action.yml` is documented. */
interface ActionMetadata {
  readonly inputs?: Readonly<
    Record<string, { readonly description?: string; readonly required?: boolean; readonly default?: string }>
  >;
  readonly outputs?: Readonly<Record<string, { readonly description?: string }>>;
}

/** The action's inputs and outputs as Markdown tables. */
export function actionTables(actionYaml: string): { readonly inputs: string; readonly outputs: string } {
  const metadata: ActionMetadata = parse(actionYaml);
  return {
    inputs: markdownTable(
      ["input", "default", "meaning"],
      Object.entries(metadata.inputs ?? {}).map(([name, input]) => [
        `\`${name}\``,
        input.required === true ? "**required**" : input.default ? `\`${input.default}\`` : "",
        input.description ?? "",
      ]),
    ),
    outputs: markdownTable(
      ["output", "meaning"],
      Object.entries(metadata.outputs ?? {}).map(([name, { description = "" }]) => [`\`${name}\``, description]),
    ),
  };
}

/** The endpoints that the embedded service answers, a table for each resource. */
export function endpointTables(endpoints: readonly Endpoint[]): string {
  return [...Map.groupBy(endpoints, tagOf)]
    .map(([tag, own]) => `## ${titleOfTag(tag)}\n\n${endpointTable(own)}`)
    .join("\n\n");
}

function endpointTable(endpoints: readonly Endpoint[]): string {
  return markdownTable(
    ["endpoint", "what it does", "who may"],
    endpoints.map(({ method, path, slash, summary, since, deprecated, access }) => [
      `\`${method} ${slash === "optional" ? path.replace(/\/$/, "[/]") : path}\``,
      [
        summary,
        since === undefined ? "" : `Since ${since}.`,
        deprecated === undefined ? "" : `*Deprecated. ${deprecated}*`,
      ].join(" "),
      typeof access === "string" ? access : access.map((permission) => `\`${permission}\``).join(", "),
    ]),
  );
}

/** The operations of the administration with who may ask for them. */
export function adminTable(endpoints: readonly AdminEndpoint[]): string {
  return markdownTable(
    ["operation", "what it does", "who may"],
    endpoints.map(({ method, path, description, roles }) => [
      `\`${method} ${path}\``,
      description,
      roles === "anyone" ? "everybody" : roles.join(", "),
    ]),
  );
}

/** One line a command. */
export function commandTable(commands: Readonly<Record<string, { readonly summary: string }>>): string {
  return markdownTable(
    ["command", "what it does"],
    Object.entries(commands).map(([name, { summary }]) => [`\`interlinear ${name}\``, summary]),
  );
}

/** Every command with its description and options; those that all share stand at the end. */
export function commandReference(commands: ReadonlyMap<string, Command>, common: OptionSpecs): string {
  return [
    ...[...commands].map(([name, { description, options, words }]) =>
      [
        `## ${name}`,
        words === undefined ? "" : `\`interlinear ${name} ${words} [options]\``,
        sentences(description),
        optionTable(options),
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
    `## Options of all commands\n\n${optionTable(common)}`,
  ].join("\n\n");
}

function optionTable(specs: OptionSpecs): string {
  const rows = Object.entries(specs).map(([name, { short, value, description }]) => [
    `\`${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}\``,
    description,
  ]);
  return rows.length === 0 ? "" : markdownTable(["option", "meaning"], rows);
}

/** Help texts are wrapped for terminals; what they indent, a word and its meaning, becomes a list. */
function sentences(description: string): string {
  return description
    .trim()
    .replaceAll(/\n {2}(\S+) {2,}(?=\S)/g, "\n- `$1`: ")
    .replaceAll(/(?<!\n)\n(?!\n| {2}|- )/g, " ")
    .replaceAll(/^(?!- )(.+)\n(?=- )/gm, "$1\n\n");
}

/** Every format that is registered: what people call it, its files, and where its source texts are. */
export function formatTable(formats: Iterable<Format>, names: Readonly<Record<string, string>>): string {
  const rows = [...formats].map((format) => {
    const { id, kind, extensions } = format;
    const name = names[id];
    if (name === undefined) throw new Error(`scripts/format-names.ts has no name for the format ${id}.`);
    const layout = kind === "bilingual" ? "with sources" : "with keys";
    const languages = format.languages === undefined ? "" : ", all languages in one file";
    return [`\`${id}\``, name, extensions.map((extension) => `\`.${extension}\``).join(" "), layout + languages];
  });
  return markdownTable(
    ["id", "format", "files", "texts"],
    rows.toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
}

/** Cells may hold line breaks and pipes; both are made harmless. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((row) => `| ${row.map((cell) => cell.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
