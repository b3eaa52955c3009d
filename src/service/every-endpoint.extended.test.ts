import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { endpointSamples } from "../../test/support/endpoint-samples/index.ts";
import {
  usualParameters,
  type EndpointSample,
  type Parameters,
  type Refused,
  type SampleWorld,
  type Sent,
  type Who,
} from "../../test/support/endpoint-samples/sample.ts";
import { openSampleWorld } from "../../test/support/endpoint-samples/world.ts";
import type { TestAnswer } from "../../test/support/open-test-service.ts";
import { defined } from "../core/defined.ts";
import { bytes, nothing } from "../http-api/endpoint.ts";
import { addressOf, isOpenToGuests, type Endpoint } from "../contract/endpoint.ts";
import { endpoints } from "../contract/index.ts";
import { ServiceError } from "../contract/resources/error.ts";

let world: SampleWorld & AsyncDisposable;

beforeAll(async () => {
  world = await openSampleWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Where a value has members that its schema does not name; dictionaries and unknowns name none. */
function unnamedIn(schema: z.core.$ZodType, value: unknown, path: string): string[] {
  if (value === null || value === undefined) return [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unnamedIn(schema.unwrap(), value, path);
  }
  if (schema instanceof z.ZodUnion) {
    const lists = schema.options.map((option) =>
      z.safeParse(option, value).success ? unnamedIn(option, value, path) : undefined,
    );
    return lists.find((list) => list?.length === 0) ?? lists.find((list) => list !== undefined) ?? [];
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((each: unknown) => unnamedIn(schema.element, each, `${path}[]`));
  }
  if (schema instanceof z.ZodRecord && typeof value === "object") {
    return Object.values(value).flatMap((each: unknown) => unnamedIn(schema.valueType, each, `${path}{}`));
  }
  if (schema instanceof z.ZodObject && typeof value === "object") {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    if (Object.keys(shape).length === 0) return [];
    return Object.entries(value).flatMap(([key, each]: [string, unknown]) =>
      Object.hasOwn(shape, key) && shape[key] !== undefined
        ? unnamedIn(shape[key], each, `${path}.${key}`)
        : [`${path}.${key}`],
    );
  }
  return [];
}

async function ask(endpoint: Endpoint, at: Parameters, sends: Sent, as: Who): Promise<TestAnswer> {
  const { query, ...request } = sends;
  const values = Object.entries({ ...usualParameters, ...at }).map(([name, value]) => [name, String(value)]);
  const address = addressOf(endpoint, Object.fromEntries(values));
  const path = query === undefined ? address : `${address}?${query}`;
  return world.test.request(endpoint.method, path, { token: world.token(as), ...request });
}

function codeAndField(answer: TestAnswer): { code: string | undefined; attr: string | null | undefined } {
  if (answer.status < 400) return { code: undefined, attr: undefined };
  const [first] = ServiceError().parse(answer.json).errors ?? [];
  return { code: first?.code, attr: first?.attr };
}

function hasDeclaredBody({ responses, media }: Endpoint, answer: TestAnswer): void {
  const shape = responses[answer.status];
  if (shape === undefined) throw new Error(`${String(answer.status)} is not declared: ${answer.text.slice(0, 300)}`);
  if (shape === nothing) {
    expect(answer.text).toBe("");
  } else if (shape === bytes) {
    expect(answer.text).not.toBe("");
    const [type] = (answer.headers.get("content-type") ?? "").split(";");
    if (media !== undefined) expect(media).toContain(type);
  } else {
    expect(shape().safeParse(answer.json).error?.issues ?? []).toEqual([]);
    expect([...new Set(unnamedIn(shape(), answer.json, ""))]).toEqual([]);
  }
}

const sampled = endpoints.flatMap((endpoint): (readonly [string, Endpoint, EndpointSample])[] => {
  const sample = endpointSamples[endpoint.id];
  return sample === undefined ? [] : [[endpoint.id, endpoint, sample]];
});

describe("every endpoint", () => {
  it("has a sample, and every sample an endpoint", () => {
    expect(Object.keys(endpointSamples).toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
  });

  it.each(sampled)("%s answers bad input, who may not, and who may", async (_id, endpoint, sample) => {
    const at = (await sample.at?.(world)) ?? {};
    const sends = typeof sample.sends === "function" ? await sample.sends(world, at) : (sample.sends ?? {});
    const as = sample.as ?? "admin";
    const refusedBy = async (refused: Refused) =>
      ask(endpoint, { ...at, ...refused.at }, refused.sends ?? sends, refused.as ?? as);
    const expectRefusal = (answer: TestAnswer, { status, code, attr }: Refused) => {
      expect({ status: answer.status, ...codeAndField(answer) }).toMatchObject({
        status,
        ...defined({ code, attr }),
      });
    };

    if (sample.bad !== "takes none") expectRefusal(await refusedBy(sample.bad), sample.bad);
    if (!isOpenToGuests(endpoint)) expect((await ask(endpoint, at, sends, "guest")).status).toBe(401);
    const refused = typeof sample.refused === "function" ? sample.refused(world) : sample.refused;
    expectRefusal(await refusedBy(refused), refused);

    const answer = await ask(endpoint, at, sends, as);

    const [status] = Object.keys(endpoint.responses).map(Number);
    expect([answer.status, answer.status < 400 ? "" : answer.text], answer.text).toEqual([sample.status ?? status, ""]);
    hasDeclaredBody(endpoint, answer);
  });
});
