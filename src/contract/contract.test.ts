import { describe, expect, expectTypeOf, it } from "vitest";
import type { Body, PathParameters, Query, Response } from "../http-api/endpoint.ts";
import { addressOf } from "./endpoint.ts";
import { contract, endpoints } from "./index.ts";
import type { Lock } from "./resources/repository.ts";

describe("the contract", () => {
  it("declares every endpoint under an identifier and an address of its own", () => {
    const identifiers = endpoints.map(({ id }) => id);
    const addresses = endpoints.map(({ method, path }) => `${method} ${path}`);

    expect(new Set(identifiers).size).toBe(endpoints.length);
    expect(new Set(addresses).size).toBe(endpoints.length);
  });

  it("ends every path with a slash", () => {
    for (const { path } of endpoints) expect(path).toMatch(/^\/(api|hooks|exports)\/(.*\/)?$/);
  });

  it("encodes the slash of a component in a category twice, as the only form the service understands", () => {
    const address = addressOf(contract.components.lock, { project: "demo", component: "mobile/ios" });

    expect(address).toBe("/api/components/demo/mobile%252Fios/lock/");
  });

  it("encodes other parameters once", () => {
    expect(addressOf(contract.users.get, { username: "a b/c" })).toBe("/api/users/a%20b%2Fc/");
  });

  it("types parameters, queries, bodies and answers", () => {
    expectTypeOf<keyof PathParameters<typeof contract.translations.get>>().toEqualTypeOf<
      "project" | "component" | "language"
    >();
    expectTypeOf<Body<typeof contract.components.setLock>["lock"]>().toExtend<boolean | string | number>();
    expectTypeOf<Query<typeof contract.changes.list>["action"]>().toExtend<unknown>();
    expectTypeOf<Response<typeof contract.components.lock>>().toEqualTypeOf<Lock>();
    expectTypeOf<Response<typeof contract.components.monolingualBase>>().toEqualTypeOf<Uint8Array>();
  });
});

describe("reading answers", () => {
  it("accepts a translation of an older or newer server: unknown members stay, missing ones do not matter", () => {
    const translation = contract.translations.get.responses[200]().parse({
      language: { code: "cs", name: "Czech", nplurals: 3 },
      language_code: "cs",
      filename: "locales/cs.json",
      revision: "",
      total: 1,
      translated: 0,
      translated_percent: 0,
      url: "http://127.0.0.1/api/translations/demo/app/cs/",
      file_url: "http://127.0.0.1/api/translations/demo/app/cs/file/",
      brand_new: true,
    });

    expect(translation.brand_new).toBe(true);
    expect(translation.component).toBeUndefined();
  });

  it("refuses a component list that is no list", () => {
    expect(contract.components.list.responses[200]().safeParse({ results: "none" }).success).toBe(false);
  });

  it("reads numbers and booleans that a form sent as text", () => {
    expect(contract.components.setLock.body().parse({ lock: "true" })).toEqual({ lock: true });
    expect(contract.changes.list.query().parse({ action: "59" })).toEqual({ action: [59] });
    expect(contract.components.setLock.body().safeParse({ lock: "banana" }).success).toBe(false);
  });
});
