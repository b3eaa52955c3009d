import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type AnySchema } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { bytes, lazy, nothing } from "../../http-api/endpoint.ts";
import { endpoint, type Endpoint } from "../../contract/endpoint.ts";
import { boolean, integer, listOf, paging } from "../../contract/fields.ts";
import { endpoints } from "../../contract/index.ts";
import { documentOf as describedAs } from "./description.ts";
import { pageOf } from "../../contract/resources/page.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- a document is looked into as the tests need
const documentOf = (...declared: Endpoint[]): any => describedAs(declared, "1.2.3");
const whole = documentOf(...endpoints);

const Thing = lazy(() =>
  z
    .looseObject({ id: z.int(), texts: z.union([z.array(z.string()), z.string().transform((value) => [value])]) })
    .meta({ id: "TestThing" }),
);
const list = endpoint({
  id: "things.list",
  method: "GET",
  path: "/api/things/{project}/{id}/",
  summary: "Things.",
  since: "5.0",
  query: () => paging().extend({ kind: listOf(integer).optional(), word: z.string() }),
  responses: { 200: pageOf(Thing) },
  access: "viewer",
});
const create = endpoint({
  id: "things.create",
  method: "POST",
  path: "/api/things/{project}/{id}/",
  summary: "Makes a thing.",
  body: () => z.object({ lock: boolean }),
  files: ["image"],
  responses: { 201: Thing },
  refusals: [409],
  access: ["project.edit"],
});

describe("the document of the contract", () => {
  it("is OpenAPI 3.1", () => {
    const path = join(import.meta.dirname, "../../../test/contracts/openapi-3.1.schema.json");
    const schema: AnySchema = JSON.parse(readFileSync(path, "utf8"));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

    const isValid = validate(whole);

    expect(validate.errors ?? []).toEqual([]);
    expect(isValid).toBe(true);
  });

  it("has every operation once, under its identifier", () => {
    const operations = Object.values<Record<string, { operationId: string }>>(whole.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );

    expect(operations.toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
  });

  it("refers only to what it has, and its schemas compile", () => {
    const references = [...JSON.stringify(whole).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = ""]) => target);
    const found = (target: string): unknown =>
      target
        .slice(2)
        .split("/")
        .reduce((value, key) => value?.[key], whole);

    expect([...new Set(references)].filter((target) => found(target) === undefined)).toEqual([]);
    const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(whole, "openapi");
    for (const name of Object.keys(whole.components.schemas)) {
      expect(ajv.getSchema(`openapi#/components/schemas/${name}`)).toBeTypeOf("function");
    }
  });

  it("is the same every time", () => {
    expect(JSON.stringify(documentOf(...endpoints))).toBe(JSON.stringify(whole));
  });
});

describe("an operation", () => {
  const document = documentOf(list, create);
  const { get, post } = document.paths["/api/things/{project}/{id}/"];

  it("types what stands in path and query", () => {
    const parameters = Object.fromEntries(
      get.parameters.map((each: { name?: string }) => [each.name ?? "format", each]),
    );

    expect(parameters.project).toMatchObject({ in: "path", required: true, schema: { type: "string" } });
    expect(parameters.id.schema).toEqual({ type: "integer", minimum: 1 });
    expect(parameters.kind).toMatchObject({ in: "query", required: false, style: "form", explode: true });
    expect(parameters.word.required).toBe(true);
    expect(parameters.format).toEqual({ $ref: "#/components/parameters/format" });
  });

  it("takes JSON, a form, or multipart with its files", () => {
    const { required, content } = post.requestBody;

    expect(required).toBe(true);
    expect(Object.keys(content)).toEqual([
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
    ]);
    expect(content["application/json"].schema).toEqual({ $ref: "#/components/schemas/ThingsCreateRequest" });
    const fields = document.components.schemas.ThingsCreateRequest;
    expect(fields.properties.lock).toEqual({ $ref: "#/components/schemas/Boolean" });
    expect(document.components.schemas.Boolean.anyOf).toContainEqual({ type: "boolean" });
    expect(content["multipart/form-data"].schema.allOf[1].properties.image).toEqual({
      type: "string",
      format: "binary",
    });
  });

  it("answers with named resources, in the form this service sends", () => {
    expect(get.responses[200].content["application/json"].schema.properties.results.items).toEqual({
      $ref: "#/components/schemas/TestThing",
    });
    expect(document.components.schemas.TestThing.properties).toEqual({
      id: { type: "integer" },
      texts: { type: "array", items: { type: "string" } },
    });
    expect(Object.keys(get.responses[200].content)).toEqual(["application/json", "text/html", "text/csv"]);
  });

  it("refuses with what follows from its declaration, and with what it declares", () => {
    expect(Object.keys(get.responses)).toEqual(["200", "400", "401", "404", "406", "429"]);
    expect(Object.keys(post.responses)).toEqual(["201", "400", "401", "403", "404", "406", "409", "415", "429"]);
    expect(Object.keys(document.components.responses.TooManyRequests.headers)).toContain("Retry-After");
    expect(Object.keys(document.components.responses.Unauthorized.headers)).toContain("WWW-Authenticate");
  });

  it("says whether a token is needed, and what it must allow", () => {
    expect(get.security).toEqual([{}, { token: [] }, { bearer: [] }]);
    expect(post.security).toEqual([{ token: [] }, { bearer: [] }]);
    expect(post.description).toBe("Needs `project.edit`.");
    expect(get.description).toBe("Since 5.0.");
  });

  it("may leave out the envelope of a list", () => {
    const { responses } = documentOf({ ...list, formats: ["json", "json-flat"] }).paths[list.path].get;

    const [page, rows] = responses[200].content["application/json"].schema.anyOf;
    expect(rows).toEqual(page.properties.results);
  });

  it("answers files in their own media, and nothing with nothing", () => {
    const file: Endpoint = { ...list, responses: { 200: bytes, 304: nothing }, media: ["application/zip"] };

    const { responses, parameters } = documentOf(file).paths[list.path].get;

    expect(Object.keys(responses[200].content)).toEqual(["application/zip"]);
    expect(responses[304].content).toBeUndefined();
    expect(Object.keys(responses)).not.toContain("406");
    expect(JSON.stringify(parameters)).not.toContain("parameters/format");
  });
});
