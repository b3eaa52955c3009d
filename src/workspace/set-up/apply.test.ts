import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { instantClock } from "../../../test/support/test-clock.ts";
import { RemoteError } from "../../core/errors.ts";
import { silentLogger } from "../../core/logger.ts";
import { loadMapping } from "../../mapping/load.ts";
import { resolveMapping } from "../../mapping/resolve.ts";
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
    clock: instantClock(),
    logger: silentLogger,
  };
  return (await applySetUp(means, [step], () => undefined)).get(step);
};

test("a service that did not answer may still be making the component, and waiting helps", async () => {
  const lost = new RemoteError("It did not answer.", { code: "IL-S04" });

  expect(await resultAfter(lost)).toMatchObject({ remedy: expect.stringContaining("in some minutes") });
});

test("a service that nothing was sent to is told as that: it makes nothing, and waiting does not help", async () => {
  const away = new RemoteError("Nothing listens there.", { code: "IL-S04", neverSent: true });

  expect(await resultAfter(away)).toEqual({ kind: "failed", error: away });
});

test("a service with another address in its links is told as that: waiting does not help", async () => {
  const elsewhere = new RemoteError("A link leads elsewhere.", { code: "IL-S02", hint: "Its site domain is wrong." });

  expect(await resultAfter(elsewhere)).toEqual({ kind: "failed", error: elsewhere });
});

/** A step for a component of so many languages. */
const stepOf = (name: string, languages: readonly string[]): SetUpStep => {
  const written = `version: 1
service: https://translate.example.org
project: acme
components:
  - { component: ${name}, source: ${name}/en.json, translations: "${name}/{language}.json" }
`;
  const codes = ["en", ...languages];
  const paths = codes.map((code) => `${name}/${code}.json`);
  const [binding] = resolveMapping(loadMapping(written, "interlinear.yml"), paths).bindings;
  if (binding === undefined) throw new Error("The mapping binds nothing.");
  const files = codes.map((language) => ({
    binding,
    file: { path: `${name}/${language}.json`, blob: language, language },
  }));
  return { ...step, component: binding.component, from: { kind: "files", files }, languages };
};

test("what one component's languages did not end in, in time, is not asked for again of another with as many", async () => {
  const clock = instantClock();
  const asked: string[] = [];
  const told: string[] = [];
  const notes: unknown[] = [];
  const served = new Set<string>();
  const means: SetUpMeans = {
    git: { root: "/repository", prefetch: async () => undefined, read: async () => new Uint8Array() },
    setUp: {
      createProject: async () => undefined,
      createComponent: async (path, _settings, origin) => {
        const count = origin.kind === "archive" ? Object.keys(unzipSync(origin.content)).length : 0;
        asked.push(`${path.component} ${String(count)}`);
        if (count > 3) {
          await clock.sleep(181_000);
          throw new RemoteError("It did not answer.", { code: "IL-S04" });
        }
        served.add(path.component);
      },
    },
    service: {
      component: (path) => {
        throw new RemoteError(`There is no ${path.component}.`, { code: "IL-S10", status: 404 });
      },
      settled: async () => undefined,
    },
    clock,
    logger: { info: (message) => told.push(message) },
  };

  await applySetUp(
    means,
    [stepOf("web", ["cs", "de", "fr"]), stepOf("app", ["cs", "de", "fr", "it"]), stepOf("site", ["cs", "de"])],
    (_step, result) => notes.push(result),
  );

  expect(asked).toEqual(["web 4", "web 1", "app 1", "site 3"]);
  expect([...served]).toEqual(["web", "app", "site"]);
  expect(notes).toEqual([
    { kind: "done", note: "the service needed more than 3 minutes for 3 languages at once: they are sent one by one" },
    {
      kind: "done",
      note: "the service needed too long for 3 languages of another component at once: they are sent one by one",
    },
    { kind: "done" },
  ]);
  expect(told).toHaveLength(20);
  expect(told[1]).toBe("The service may still be making acme/web: waited 30 s, 10 minutes at most.");
});
