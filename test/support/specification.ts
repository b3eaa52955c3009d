import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One row of the specification's endpoint tables, a method each. */
export interface SpecifiedEndpoint {
  readonly method: string;
  /** As shown, abbreviations written out. */
  readonly path: string;
  /** Field → the values that are listed for it. */
  readonly request: ReadonlyMap<string, readonly string[]>;
  readonly response: string;
  /** `POST /api/languages/` */
  readonly name: string;
}

const read = (name: string): string =>
  readFileSync(join(import.meta.dirname, "../contracts/specification", name), "utf8");
export const concepts = read("concepts.md");
const endpointDocument = read("endpoints.md");

/** Text between a heading and the next one of its level or above. */
export function section(document: string, heading: string): string {
  const start = document.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`The specification has no "${heading}".`);
  const level = /^#+/.exec(heading)?.[0].length ?? 1;
  const rest = document.slice(start + heading.length + 2);
  const end = new RegExp(`^#{1,${String(level)}} `, "m").exec(rest)?.index ?? rest.length;
  return rest.slice(0, end);
}

/** Rows of the tables whose head begins with these cells. */
export function rowsOf(text: string, ...head: readonly string[]): string[][] {
  const rows: string[][] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (!line.startsWith("|")) {
      inside = false;
      continue;
    }
    const cells = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    if (head.every((title, index) => cells[index] === title)) inside = true;
    else if (inside && !/^-+$/.test(cells[0] ?? "")) rows.push(cells);
  }
  return rows;
}

export function backticked(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}

export function withoutBrackets(text: string): string {
  return text.replaceAll(/\([^)]*\)/g, "");
}

const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  "category fields": ["name", "slug", "project", "category"],
  "screenshot fields": ["name"],
  "user fields": ["username", "full_name", "email", "is_superuser", "is_active", "is_bot"],
  "same parameters as GET /api/changes/": ["user", "action", "timestamp_after", "timestamp_before"],
};

/** `operation` (string): `push`, `pull` → operation with two values. */
function requested(text: string, before: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  if (text.startsWith("same fields")) for (const [name, values] of before) fields.set(name, [...values]);
  for (const [phrase, names] of Object.entries(fieldsOf)) {
    if (text.includes(phrase)) for (const name of names) fields.set(name, []);
  }
  const pattern = /`([\w-]+)`(?:\s*\(([^)]*)\))?(:(?:\s*(?:,|or)?\s*`[\w-]+`)+)?/g;
  for (const [, name = "", bracketed = "", listed = ""] of text.matchAll(pattern)) {
    const values = bracketed.includes("only with") ? [] : backticked(bracketed);
    fields.set(name, [...values, ...backticked(listed)]);
  }
  return fields;
}

/** The column also tells the types of the path's placeholders. */
function withoutPlaceholders(
  fields: ReadonlyMap<string, readonly string[]>,
  method: string,
  path: string,
): ReadonlyMap<string, readonly string[]> {
  if (method !== "GET" && method !== "DELETE") return fields;
  return new Map([...fields].filter(([name]) => !path.includes(`{${name}}`)));
}

const statisticsOf = [
  "languages/{language}",
  "projects/{project}",
  "categories/{id}",
  "components/{project}/{component}",
  "translations/{project}/{component}/{language}",
];

export function specifiedEndpoints(): SpecifiedEndpoint[] {
  const found: SpecifiedEndpoint[] = [];
  let before: ReadonlyMap<string, readonly string[]> = new Map();
  const rows = [
    ...rowsOf(endpointDocument, "Method", "Path").map(([methods = "", ...rest]) => [methods, ...rest]),
    ...rowsOf(concepts, "Method", "Path shape").map(([methods = "", path = ""]) => [methods, path, "none", ""]),
  ];
  for (const [methods = "", shown = "", request = "", response = ""] of rows) {
    if (response.startsWith("unavailable")) continue;
    const full = shown.replace(/^T\//, "/api/translations/{project}/{component}/{language}/");
    const paths = full.includes("{object}") ? statisticsOf.map((object) => full.replace("{object}", object)) : [full];
    for (const path of paths) {
      const fields = requested(request, before);
      before = fields;
      for (const method of methods.split(/,\s*/)) {
        found.push({
          method,
          path,
          request: withoutPlaceholders(fields, method, path),
          response,
          name: `${method} ${path}`,
        });
      }
    }
  }
  return found;
}

/** Words of the response column → the resource they mean. */
const nouns: Readonly<Record<string, string>> = {
  "Language|Language objects": "Language",
  "Project|Projects": "Project",
  "Component|Components": "Component",
  "Translation|Translations": "Translation",
  "Unit|Units": "Unit",
  "Change|Changes": "Change",
  "Screenshot|Screenshots": "Screenshot",
  "Add-on|Add-ons": "Add-on",
  "Component list": "Component list",
  "Category|Categories": "Category",
  "User|Users": "User",
  "Group|Groups": "Group",
  "Role|Roles": "Role",
  Task: "Task",
  Metrics: "Metrics",
  "Search results": "Search result",
  "Statistics object": "Statistics object",
  "repository status": "Repository status",
  "same as GET lock": "Component lock",
  "announcements|created announcement": "Announcement",
};

/** Resources that an answer is said to hold. */
export function resourcesIn(response: string): string[] {
  if (response.endsWith("configuration")) return [];
  return Object.entries(nouns)
    .filter(([words]) =>
      new RegExp(`(?:^|page of |created |changed |array of |list of |the new |all )(?:${words})(?:$|[ ,;)])`).test(
        response,
      ),
    )
    .map(([, resource]) => resource)
    .filter((resource, _, all) => !(resource === "Component" && all.includes("Component list")));
}

const bare = (text: string): string[] =>
  withoutBrackets(text)
    .split(/,\s*/)
    .map((name) => name.trim())
    .filter((name) => /^\w+$/.test(name));

/** Names of a resource's fields, from its table, its lists or its sentences. */
export function fieldsOfResource(name: string): string[] {
  const text = section(concepts, `### ${headings[name] ?? name}`);
  const own = text.split("\n\nProfile object fields:")[0] ?? "";
  const tabled = rowsOf(own, "Field").flatMap(([fields = ""]) => bare(fields));
  const listed = rowsOf(own, "Type", "Fields").flatMap(([, fields = ""]) =>
    bare(fields.replace(" or translate_url", ", translate_url")),
  );
  if (tabled.length + listed.length > 0) return [...tabled, ...listed];
  if (name === "Metrics") {
    const [, counted = ""] = /^int: ([^.]*)\./m.exec(text) ?? [];
    return [...bare(counted), ...backticked(withoutBrackets(text))];
  }
  const sentence =
    name === "Group" || name === "Role" ? (new RegExp(`^${name}: .*$`, "m").exec(text)?.[0] ?? "") : text;
  return backticked(withoutBrackets(sentence)).filter((field) => /^\w+$/.test(field));
}

/** Fields of a resource that is described by type, each with its type. */
export function typedFields(resource: string): (readonly [field: string, type: string])[] {
  return rowsOf(section(concepts, `### ${resource}`), "Type", "Fields").flatMap(([type = "", fields = ""]) =>
    bare(fields).map((field) => [field, type] as const),
  );
}

const headings: Readonly<Record<string, string>> = { Group: "Group and Role", Role: "Group and Role" };

export function profileFields(): string[] {
  const [, fields = ""] = /Profile object fields: (.*), plus six/.exec(concepts) ?? [];
  return bare(fields);
}
