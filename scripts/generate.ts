/**
 * `npm run generate`: writes the parts of the documents that are made from the sources, between their markers. With
 * `--check` nothing is written: files that would change are listed, and the exit code is 1.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { adminDescription } from "../src/admin/http/description.ts";
import { adminEndpoints } from "../src/admin/contract/index.ts";
import type { Command } from "../src/cli/command.ts";
import { commands } from "../src/cli/commands.ts";
import { commonOptions } from "../src/cli/options.ts";
import { apiDescription } from "../src/service/http/description.ts";
import { endpoints } from "../src/contract/index.ts";
import { formats } from "../src/formats/registry.ts";
import { mappingJsonSchema, mappingReference } from "../src/mapping/json-schema.ts";
import { cldrTables } from "./cldr-tables.ts";
import { editorSentences } from "./editor-sentences.ts";
import { errorReference, readErrorTables, tableProblems, usedCodes } from "./error-reference.ts";
import { formatNames } from "./format-names.ts";
import { missingNames } from "./format-places.ts";
import { publicConfigurations } from "../test/support/public-configurations.ts";
import { importRows } from "./import-outcomes.ts";
import { forgeWorks } from "./forge-works.ts";
import { replaceSection, sectionNames } from "./marked-section.ts";
import { settingVariables } from "../src/server/settings.ts";
import { emptyMetrics, metricsTable } from "./metrics-table.ts";
import {
  actionTables,
  adminTable,
  commandReference,
  commandTable,
  endpointTables,
  formatTable,
  markdownTable,
} from "./reference-tables.ts";
import { tokenPermissions } from "./token-permissions.ts";
import { root } from "./stage.ts";

const documents = [
  "README.md",
  "docs/action.md",
  "docs/recipes.md",
  "docs/mapping.md",
  "docs/monorepo.md",
  "docs/errors.md",
  "docs/endpoints.md",
  "docs/command-line.md",
  "docs/formats.md",
  "docs/forgejo.md",
  "docs/migrate.md",
  "docs/service.md",
  "docs/administration.md",
  "docs/metrics.md",
];

const read = async (path: string): Promise<string> => readFile(join(root, path), "utf8");
const fenced = (text: string): string => `\`\`\`yaml\n${text.trim()}\n\`\`\``;

/** Section name → what stands in it. */
async function sections(): Promise<Readonly<Record<string, string>>> {
  const tables = await readErrorTables(join(root, "src"));
  const problems = tableProblems(tables, await usedCodes(join(root, "src")));
  if (problems.length > 0) refuse(["The error tables and the sources do not agree:", ...problems].join("\n  "));
  const unnamed = missingNames(formats.keys());
  if (unnamed !== undefined) refuse(unnamed);
  const { inputs, outputs } = actionTables(await read("action.yml"));
  return {
    inputs,
    outputs,
    workflow: fenced(await read("docs/examples/interlinear.yml")),
    "forge-works": forgeWorks(JSON.parse(await read("docs/forgejo-works.json"))),
    "forks-workflow": fenced(await read("docs/examples/forks.yml")),
    "matrix-workflow": fenced(await read("docs/examples/matrix.yml")),
    "app-workflow": fenced(await read("docs/examples/with-github-app.yml")),
    "mapping-example": fenced(await read("docs/examples/mapping.yml")),
    "mapping-reference": mappingReference(),
    errors: errorReference(tables),
    endpoints: endpointTables(endpoints),
    "admin-operations": adminTable(adminEndpoints),
    commands: commandTable(commands),
    imports: markdownTable(
      ["tool", "configurations", "components", "carried over", "named", "the tool's own", "lost"],
      importRows(publicConfigurations),
    ),
    metrics: metricsTable(await emptyMetrics()),
    formats: formatTable(formats.values(), formatNames),
    "token-permissions": markdownTable(["permission", "level", "for"], await tokenPermissions()),
    settings: markdownTable(
      ["variable", "meaning"],
      Object.entries(settingVariables).map(([name, meaning]) => [`\`${name}\``, meaning]),
    ),
    "command-reference": commandReference(await loadCommands(), commonOptions),
  };
}

async function loadCommands(): Promise<ReadonlyMap<string, Command>> {
  const loaded = new Map<string, Command>();
  for (const [name, { load }] of Object.entries(commands)) loaded.set(name, (await load()).command);
  return loaded;
}

/** Path → content of every file that is generated, in whole or in part. */
async function generated(): Promise<ReadonlyMap<string, string>> {
  const bodies = await sections();
  const files = new Map([
    ["docs/interlinear.schema.json", document(mappingJsonSchema())],
    ["docs/openapi.json", document(apiDescription())],
    ["docs/admin-openapi.json", document(adminDescription())],
    ...Object.entries(await cldrTables()),
    ...Object.entries(await editorSentences()),
  ]);
  for (const path of documents) {
    let text = await read(path);
    for (const name of sectionNames(text)) {
      const body = bodies[name];
      if (body === undefined)
        return refuse(`${path} asks for a section "${name}"; there is ${Object.keys(bodies).join(", ")}.`);
      text = replaceSection(text, name, body);
    }
    files.set(path, text);
  }
  return files;
}

function document(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

const stale: string[] = [];
for (const [path, content] of await generated()) {
  const current = await read(path).catch(() => undefined);
  if (current?.replaceAll("\r\n", "\n") === content.replaceAll("\r\n", "\n")) continue;
  stale.push(path);
  if (!process.argv.includes("--check")) await writeFile(join(root, path), content);
}
if (process.argv.includes("--check")) {
  for (const path of stale) console.log(`${path} is stale: npm run generate`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const path of stale) console.log(`wrote ${path}`);
}
