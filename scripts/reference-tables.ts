import { parse } from "yaml";
import type { Endpoint } from "../src/contract/endpoint.ts";

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

/** The endpoints that the embedded service answers. */
export function endpointTable(endpoints: readonly Endpoint[]): string {
  return markdownTable(
    ["endpoint", "what it does", "who may"],
    endpoints.map(({ method, path, summary, access }) => [
      `\`${method} ${path}\``,
      summary,
      typeof access === "string" ? access : access.map((permission) => `\`${permission}\``).join(", "),
    ]),
  );
}

/** Cells may hold line breaks and pipes; both are made harmless. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((row) => `| ${row.map((cell) => cell.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}
