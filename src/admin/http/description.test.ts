import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { adminDescription } from "./description.ts";
import { successStatusOf } from "../../http-api/endpoint.ts";
import { isWrite, refusalsOf } from "../contract/endpoint.ts";
import { adminEndpoints } from "../contract/index.ts";

const document = adminDescription();
const text = JSON.stringify(document);

it("is the document that is checked in", async () => {
  const path = join(import.meta.dirname, "../../../docs/admin-openapi.json");

  expect(JSON.parse(await readFile(path, "utf8")), "docs/admin-openapi.json is stale: npm run generate").toEqual(
    JSON.parse(text),
  );
});

it("is of OpenAPI 3.0, as draft 1.0.0, with the specification's headings", () => {
  expect(document).toMatchObject({
    openapi: "3.0.3",
    info: { version: "1.0.0" },
    servers: [{ url: "/admin/api" }],
  });
  expect(document.tags.map(({ name }) => name)).toEqual(["users", "auth", "health", "management", "templates"]);
});

it.each(adminEndpoints.map((declared) => [declared.id, declared] as const))(
  "%s has its success and its refusals, and says how to sign in",
  (id, declared) => {
    const operation = document.paths[declared.path]?.[declared.method.toLowerCase()];

    expect(operation).toMatchObject({ operationId: id, summary: declared.summary });
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual([
      successStatusOf(declared),
      ...refusalsOf(declared),
    ]);
    const schemes = operation?.security.flatMap((each) => Object.keys(each)) ?? [];
    expect(schemes.includes("csrf")).toBe(isWrite(declared));
    expect(schemes.includes("session") || schemes.includes("basic")).toBe(true);
  },
);

it("refers to nothing that is not there, and has no keyword of later versions", () => {
  const targets = new Set(
    [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
  );

  const missing = [...targets].filter((target) => {
    const [kind = "", name = ""] = target.split("/");
    const group: unknown = document.components[kind];
    return typeof group !== "object" || group === null || !(name in group);
  });
  expect(targets.size).toBeGreaterThan(30);
  expect(missing).toEqual([]);
  expect(text).not.toMatch(/"(?:const|\$defs|definitions|prefixItems|propertyNames|patternProperties|\$schema)":/);
  expect(text).not.toContain('"type":[');
  expect(text).not.toContain('"type":"null"');
});

it("has schemas that a validator takes", () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const schemas = text.replaceAll("#/components/schemas/", "schema:");
  const components = JSON.parse(schemas).components.schemas;
  for (const [name, schema] of Object.entries<object>(components)) ajv.addSchema(schema, `schema:${name}`);

  for (const name of Object.keys(components)) expect(() => ajv.getSchema(`schema:${name}`), name).not.toThrow();
});
