import { readFileSync } from "node:fs";
import { isRecord } from "../../../src/core/json.ts";
import type { Operation, Route } from "./contract.ts";
import { documentProblems } from "./graphql-check.ts";
import { commitFields } from "./graphql-commit.ts";
import { parseDocument, parseSchema, type Document, type Selection, type Value } from "./graphql-document.ts";
import { GraphqlRefused, type GraphqlFields } from "./graphql-field.ts";
import { Refused } from "./refusal.ts";
import { queueFields } from "./merge-queue.ts";
import { autoMergeFields } from "./merging.ts";
import { accountId, isBot, may, type Answer, type RequestBody, type World } from "./world.ts";

/** Every field of `Query` and `Mutation` that is known; whoever needs another adds its object here. */
const FIELDS: GraphqlFields = {
  "Query.viewer": { needs: [], run: ({ world }) => Promise.resolve(viewer(world)) },
  ...commitFields,
  ...autoMergeFields,
  ...queueFields,
};

const schema = parseSchema(readFileSync(new URL("../../contracts/github.graphql", import.meta.url), "utf8"));

export const GRAPHQL = "/graphql";

/** `POST /graphql`, or below an Enterprise server's address: `/api/graphql` beside `/api/v3`. */
export function isGraphqlPath(path: string, base: string): boolean {
  return path === `${base.replace(/\/api\/v3$/, "/api").replace(/\/$/, "")}/graphql`;
}

/** `POST /graphql createCommitOnBranch`: how tests and faults name a request, by its first field. */
function graphqlOperation(body: RequestBody | undefined): string {
  const [first] = documentOf(body)?.selections ?? [];
  return `POST /graphql ${first?.kind === "field" ? first.name : ""}`.trimEnd();
}

/** False for queries, which change nothing although they are a POST. */
export function isMutation(body: RequestBody | undefined): boolean {
  return documentOf(body)?.operation !== "query";
}

/** What a document or its variables get wrong, by the schema excerpt. */
function graphqlProblems(body: RequestBody): readonly string[] {
  const unknown = Object.keys(body).filter((name) => !["query", "variables", "operationName"].includes(name));
  try {
    const document = parseDocument(body.query ?? "");
    return [
      ...unknown.map((name) => `"${name}" is no member of a GraphQL request`),
      ...documentProblems(schema, document, body.variables ?? {}),
    ];
  } catch (error) {
    if (error instanceof SyntaxError) return [error.message];
    throw error;
  }
}

export function graphqlRoute(method: string, body: RequestBody | undefined): Route {
  const definition = { responses: { "200": {} } };
  return { operation: { id: graphqlOperation(body), method, template: GRAPHQL, definition }, parameters: {} };
}

/** What is wrong with a document is answered with 200, as everything that GraphQL refuses. */
export async function performGraphql(
  world: World,
  violations: string[],
  { id }: Operation,
  method: string,
  body: RequestBody,
): Promise<Answer> {
  if (method !== "POST") throw new Refused(404, "Not Found");
  const problems = graphqlProblems(body);
  if (problems.length === 0) return runGraphql(world, body);
  violations.push(...problems.map((problem) => `${id}: ${problem}`));
  return { status: 200, body: { errors: problems.map((message) => ({ message })) } };
}

/** Runs a document that has no problems. Whatever is refused is answered with 200 and `errors`. */
async function runGraphql(world: World, body: RequestBody): Promise<Answer> {
  const document = parseDocument(body.query ?? "");
  const type = document.operation === "query" ? "Query" : "Mutation";
  const data: Record<string, unknown> = {};
  const errors: object[] = [];
  for (const selection of document.selections) {
    if (selection.kind !== "field") throw new Error("a fragment on the operation itself");
    try {
      const value = await runField(world, `${type}.${selection.name}`, argumentsOf(selection, body.variables ?? {}));
      data[selection.alias] = await selected(value, selection, body.variables ?? {});
    } catch (error) {
      if (!(error instanceof GraphqlRefused)) throw error;
      data[selection.alias] = null;
      errors.push({
        type: error.type,
        path: [selection.alias],
        locations: [{ line: 1, column: 1 }],
        message: error.message,
      });
    }
  }
  return { status: 200, body: { data, ...(errors.length === 0 ? {} : { errors }) } };
}

async function runField(world: World, name: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const field = FIELDS[name];
  if (field === undefined) throw new Error(`the stand-in does not know ${name} yet`);
  if (!field.needs.every((need) => may(world.settings, need))) {
    const kind = isBot(world.settings) ? "integration" : "personal access token";
    throw new GraphqlRefused("FORBIDDEN", `Resource not accessible by ${kind}`);
  }
  return field.run({ world, arguments: given });
}

/** Only what was asked for. A function stands for a field with arguments, or one that is worked out when asked for. */
async function selected(
  value: unknown,
  field: Extract<Selection, { kind: "field" }>,
  variables: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const found: unknown = typeof value === "function" ? await value(argumentsOf(field, variables)) : value;
  if (found === null || field.selections === undefined) return found;
  const { selections } = field;
  if (Array.isArray(found)) return Promise.all(found.map((item) => selected(item, field, variables)));
  if (!isRecord(found)) throw new Error(`the stand-in has no object for ${field.name}`);
  return membersOf(found, selections, variables);
}

async function membersOf(
  found: Readonly<Record<string, unknown>>,
  selections: readonly Selection[],
  variables: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const members: Record<string, unknown> = {};
  for (const selection of selections) {
    if (selection.kind === "fragment") {
      if (found["__typename"] === selection.on) {
        Object.assign(members, await membersOf(found, selection.selections, variables));
      }
      continue;
    }
    if (!Object.hasOwn(found, selection.name)) throw new Error(`the stand-in has no value for ${selection.name}`);
    members[selection.alias] = await selected(found[selection.name], selection, variables);
  }
  return members;
}

function argumentsOf(
  { arguments: given }: Extract<Selection, { kind: "field" }>,
  variables: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries([...given].map(([name, value]) => [name, plain(value, variables)]));
}

function plain(value: Value, variables: Readonly<Record<string, unknown>>): unknown {
  switch (value.kind) {
    case "variable":
      return variables[value.name];
    case "list":
      return value.items.map((item) => plain(item, variables));
    case "object":
      return Object.fromEntries([...value.members].map(([name, member]) => [name, plain(member, variables)]));
    case "word":
    case "literal":
      return value.value;
  }
}

function documentOf(body: RequestBody | undefined): Document | undefined {
  try {
    return parseDocument(body?.query ?? "");
  } catch {
    return undefined;
  }
}

/** The account behind the token; unlike `GET /user` it is there for Apps too. */
function viewer({ settings }: World): Readonly<Record<string, unknown>> {
  const { login } = settings;
  return { __typename: "User", login, databaseId: accountId(login), id: `U_${login}`, email: "", name: null };
}
