import { describe, expect, it } from "vitest";
import * as z from "zod";
import {
  backticked,
  concepts,
  fieldsOfResource,
  profileFields,
  resourcesIn,
  rowsOf,
  section,
  specifiedEndpoints,
  typedFields,
  withoutBrackets,
  type SpecifiedEndpoint,
} from "../../test/support/specification.ts";
import { unitStates } from "../catalog/unit.ts";
import { actionNames } from "../service/changes/actions.ts";
import { pageSizes, unitPageSizes } from "../service/http/paging.ts";
import { defaultSettings } from "../service/settings.ts";
import { nothing } from "../http-api/endpoint.ts";
import { refusalsOf, usualFormats, type Endpoint } from "./endpoint.ts";
import { apiDescription } from "../service/http/description.ts";
import { contract, endpoints } from "./index.ts";
import { severities } from "./resources/announcement.ts";
import type { JsonSchema } from "../http-api/schemas.ts";

const nameless = (path: string): string => path.replaceAll(/\{\w+\}/g, "{}").replace(/\/$/, "");

function declared({ method, path }: SpecifiedEndpoint): Endpoint | undefined {
  return endpoints.find((each) => each.method === method && nameless(each.path) === nameless(path));
}

function inside(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return inside(schema.unwrap());
  }
  return schema instanceof z.ZodArray ? inside(schema.element) : schema;
}

/** An object's members; of several forms those that any of them has. */
function members(schema: z.core.$ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> {
  const own = inside(schema);
  if (own instanceof z.ZodObject) return own.shape;
  if (own instanceof z.ZodUnion) return Object.assign({}, ...own.options.map(members));
  return {};
}

const answersOf = ({ responses }: Endpoint): z.ZodType[] =>
  Object.values(responses).flatMap((shape) => (typeof shape === "string" ? [] : [shape()]));

function takes(endpoint: Endpoint, field: string): z.ZodType | "file" | "header" | "format" | undefined {
  const schema: z.ZodType | undefined = endpoint.body?.().shape[field] ?? endpoint.query?.().shape[field];
  if (schema !== undefined) return schema;
  if (endpoint.files?.includes(field) === true) return "file";
  if (endpoint.headers?.[field] !== undefined) return "header";
  return field === "format" && answersOf(endpoint).length > 0 ? "format" : undefined;
}

function missingRequest(specified: SpecifiedEndpoint, endpoint: Endpoint): string[] {
  return [...specified.request].flatMap(([field, values]) => {
    const taken = takes(endpoint, field);
    if (taken === undefined) return [`${specified.name} takes ${field}`];
    const accepts = (value: string): boolean => {
      if (taken === "format") return (endpoint.formats ?? usualFormats).some((format) => format === value);
      return typeof taken === "string" || taken.safeParse(value).success;
    };
    return values.filter((value) => !accepts(value)).map((value) => `${specified.name} takes ${field}=${value}`);
  });
}

const envelope = ["count", "next", "previous", "results"];

function missingResponse(specified: SpecifiedEndpoint, endpoint: Endpoint): string[] {
  const { response, name } = specified;
  const answers = answersOf(endpoint);
  const own: Readonly<Record<string, z.core.$ZodType>> = Object.assign({}, ...answers.map(members));
  const listed = members(own.results);
  const missing: string[] = [];
  if (response.startsWith("page")) missing.push(...envelope.filter((field) => !(field in own)));
  const isFile = Object.values(endpoint.responses).includes("bytes");
  if (!isFile) {
    const named = backticked(withoutBrackets(response));
    missing.push(...named.filter((field) => !(field in own) && !(field in listed)));
  }
  for (const resource of resourcesIn(response)) {
    const places = [own, ...Object.values(own).map(members)];
    const lacking = places.map((place) => fieldsOfResource(resource).filter((field) => !(field in place)));
    const [fewest = []] = lacking.toSorted((a, b) => a.length - b.length);
    missing.push(...fewest.map((field) => `${resource}.${field}`));
  }
  return missing.map((field) => `${name} answers ${field}`);
}

function missingStatus({ name, method, response }: SpecifiedEndpoint, { responses }: Endpoint): string[] {
  if (method === "POST" && response.startsWith("created ") && !(201 in responses)) return [`${name} answers 201`];
  if (method === "DELETE" && /^(?:deletion|removal|\w+ removed)$/.test(response) && responses[204] !== nothing) {
    return [`${name} answers 204`];
  }
  return [];
}

function missingFrom(specified: SpecifiedEndpoint): string[] {
  const endpoint = declared(specified);
  if (endpoint === undefined) return [specified.name];
  const slash = !specified.path.endsWith("/") && endpoint.slash !== "optional";
  return [
    ...(slash ? [`${specified.name} without its slash`] : []),
    ...missingRequest(specified, endpoint),
    ...missingResponse(specified, endpoint),
    ...missingStatus(specified, endpoint),
  ];
}

/** Rows of "Versioning" that are about endpoints → identifiers of these. */
const appeared = new Map([
  ["component statistics of all languages", ["components.statistics"]],
  ["project creation; hooks for two more providers", ["projects.create"]],
  [
    "users, groups, component lists",
    ["users.list", "users.create", "groups.list", "groups.create", "component-lists.list", "component-lists.update"],
  ],
  ["unit PATCH, PUT, DELETE; source and target become arrays", ["units.edit", "units.edit.put", "units.delete"]],
  ["tasks", ["tasks.get"]],
  ["add-ons", ["addons.list", "addons.get", "components.addons.create"]],
  ["removing a user from a group", ["users.groups.leave"]],
  ["translation memory", ["memory.list", "memory.lookup", "memory.delete"]],
  ["site-wide search", ["search"]],
  ["categories", ["categories.list", "categories.get"]],
  ["listing components of a component list", ["component-lists.components"]],
  ["listing target units of a source unit", ["units.translations"]],
  ["creating unit comments", ["units.comments.create"]],
  ["listing unit comments", ["units.comments"]],
  [
    "announcements; category choice when linking a project",
    ["components.announcements", "translations.announcements", "components.announcements.create"],
  ],
  ["user profile object; creating suggestions", ["units.suggestions.create"]],
]);

function missingProfile(): string[] {
  const fields = profileFields();
  const profile = members(contract.users.get.responses[200]().shape.profile);
  const missing = fields.filter((field) => !(field in profile));
  return missing.length === fields.length ? ["User.profile"] : missing.map((field) => `User.profile.${field}`);
}

const { schemas } = apiDescription().components;

/** Words of the specification's type columns → JSON's. */
const jsonTypes: Readonly<Record<string, string>> = {
  int: "integer",
  float: "number",
  date: "string",
  timestamp: "string",
  link: "string",
};

/** `array of string`, `string or null`: the first word tells. */
function jsonTypeOf(type: string): string {
  const [word = ""] = type.split(" ");
  return jsonTypes[word] ?? word;
}

function typesOf(schema: JsonSchema | undefined): string[] {
  if (schema === undefined) return ["nothing"];
  if (schema.$ref !== undefined) return typesOf(schemas[schema.$ref.split("/").at(-1) ?? ""]);
  const own = typeof schema.type === "string" ? [schema.type] : [...(schema.type ?? [])];
  return [...own, ...(schema.anyOf ?? []).flatMap(typesOf)].filter((type) => type !== "null");
}

describe("the contract has of the specification", () => {
  const missing = [...new Set([...specifiedEndpoints().flatMap(missingFrom), ...missingProfile()])];

  it("every endpoint, request field, listed value, answer and field of it", () => {
    expect(specifiedEndpoints()).toHaveLength(150);
    expect(missing).toEqual([]);
  });

  it("no listing of tasks, which is not offered", () => {
    expect(endpoints.map(({ method, path }) => `${method} ${path}`)).not.toContain("GET /api/tasks/");
  });

  it("every state of a unit", () => {
    const states = rowsOf(section(concepts, "### Unit state (`state`, int)"), "Value").map(([value]) => Number(value));

    expect(Object.values<number>(unitStates).toSorted((a, b) => a - b)).toEqual(states);
  });

  it.each(["Language", "Project", "Category", "Translation", "Unit", "Change", "Announcement"])(
    "the type of every field of %s",
    (resource) => {
      const { properties = {} } = schemas[resource] ?? {};
      const rows = rowsOf(section(concepts, `### ${resource}`), "Field", "Type");
      const differing = rows.flatMap(([names = "", type = ""]) =>
        names
          .split(", ")
          .filter((name) => !typesOf(properties[name]).includes(jsonTypeOf(type)))
          .map((name) => `${name}: ${typesOf(properties[name]).join(" or ")}, not ${type}`),
      );

      expect(rows.length).toBeGreaterThan(4);
      expect(differing).toEqual([]);
    },
  );

  it.each([
    ["Component", "Component"],
    ["Statistics object", "Statistics"],
  ])("the type of every field of %s", (resource, name) => {
    const { properties = {} } = schemas[name] ?? {};
    const fields = typedFields(resource);

    expect(fields.length).toBeGreaterThan(30);
    expect(fields.filter(([field, type]) => !typesOf(properties[field]).includes(jsonTypeOf(type)))).toEqual([]);
  });

  it("the release that every endpoint appeared in", () => {
    const releases = rowsOf(section(concepts, "## Versioning"), "Release");
    const known = new Map(endpoints.map(({ id, since }) => [id, since]));

    expect(releases.length).toBeGreaterThan(25);
    for (const [release, change = ""] of releases) {
      const identifiers = appeared.get(change);
      if (identifiers === undefined) continue;
      const told = identifiers.map((id) => `${id} ${known.get(id) ?? ""}`);
      expect(told).toEqual(identifiers.map((id) => `${id} ${release ?? ""}`));
    }
    const told = new Set(releases.map(([, change = ""]) => change));
    expect([...appeared.keys()].filter((change) => !told.has(change))).toEqual([]);
  });

  it("every severity of an announcement", () => {
    const rows = rowsOf(section(concepts, "### Announcement"), "Field", "Type");
    const [, , notes = ""] = rows.find(([field]) => field === "severity") ?? [];

    expect(backticked(notes).toSorted()).toEqual([...severities].toSorted());
  });

  it("the names of the actions that it shows", () => {
    const pairs = [...section(concepts, "### Change").matchAll(/action (\d+) has action_name `([^`]+)`/g)];

    expect(pairs).toHaveLength(2);
    for (const [, code = "", name] of pairs) expect(actionNames[Number(code)]).toBe(name);
  });

  it("every limit", () => {
    const limits = new Map(rowsOf(section(concepts, "## Limits"), "Limit").map(([name, value]) => [name, value]));
    const { anonymous, user } = defaultSettings.rateLimits;

    expect(limits.get("Anonymous request rate")).toContain(`${String(anonymous.requests)} requests per day`);
    expect(anonymous.windowSeconds).toBe(86_400);
    expect(limits.get("Authenticated request rate")).toContain(`${String(user.requests)} requests per hour`);
    expect(user.windowSeconds).toBe(3600);
    expect(limits.get("Page size default")).toBe(String(pageSizes.usual));
    expect(limits.get("Page size maximum")).toBe(String(pageSizes.most));
    expect(limits.get("Page size default, units endpoints")).toBe(String(unitPageSizes.usual));
    expect(limits.get("Page size maximum, units endpoints")).toBe(String(unitPageSizes.most));
  });

  it("every refusal", () => {
    const statuses = rowsOf(section(concepts, "## Errors"), "Status").map(([status = ""]) =>
      Number.parseInt(status, 10),
    );
    const known = new Set(
      endpoints.flatMap((each) => [...refusalsOf(each), ...Object.keys(each.responses).map(Number)]),
    );

    expect(statuses.filter((status) => !known.has(status))).toEqual([]);
  });
});
