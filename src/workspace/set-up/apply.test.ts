import { expect, test } from "vitest";
import { RemoteError } from "../../core/errors.ts";
import { applySetUp, type SetUpMeans } from "./apply.ts";
import type { SetUpStep } from "./plan.ts";

const component = { project: "acme", categories: [], component: "web" };
const step: SetUpStep = {
  kind: "create-component",
  component,
  settings: {},
  encoding: undefined,
  from: { kind: "repository", address: "https://git.example.org/acme/web.git", branch: "main" },
  languages: [],
  reason: "the service reads this repository",
};

/** What became of the step at a service where no component can be made, and none is there. */
const resultAfter = async (failure: RemoteError): Promise<unknown> => {
  const means: SetUpMeans = {
    git: { root: "/repository", prefetch: async () => undefined, read: async () => new Uint8Array() },
    setUp: { createProject: async () => undefined, createComponent: () => Promise.reject(failure) },
    service: {
      component: () => Promise.reject(new RemoteError("There is none.", { code: "IL-S10", status: 404 })),
      settled: async () => undefined,
    },
  };
  return (await applySetUp(means, [step], () => undefined)).get(step);
};

test("a service that did not answer may still be making the component, and waiting helps", async () => {
  const lost = new RemoteError("It did not answer.", { code: "IL-S04" });

  expect(await resultAfter(lost)).toMatchObject({ remedy: expect.stringContaining("in some minutes") });
});

test("a service with another address in its links is told as that: waiting does not help", async () => {
  const elsewhere = new RemoteError("A link leads elsewhere.", { code: "IL-S02", hint: "Its site domain is wrong." });

  expect(await resultAfter(elsewhere)).toEqual({ kind: "failed", error: elsewhere });
});
