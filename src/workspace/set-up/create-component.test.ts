import { expect, test } from "vitest";
import { someFacts } from "../../../test/support/observations.ts";
import { instantClock } from "../../../test/support/test-clock.ts";
import { RemoteError } from "../../core/errors.ts";
import type { ServiceComponent } from "../../service-client/translation-service.ts";
import { createComponent } from "./create-component.ts";

type Details = ConstructorParameters<typeof RemoteError>[1];

const unanswered: Details = { code: "IL-S04" };
const none: Details = { code: "IL-S10", status: 404 };
const busy: Details = { code: "IL-S14", status: 502 };
const cut: Details = { code: "IL-S04" };
const gone: Details = { code: "IL-S04", neverSent: true };
const forbidden: Details = { code: "IL-S08", status: 403 };

interface Course {
  /** How the only request that makes it ends. */
  readonly creation: Details;
  /** How each look for it ends; the last one for good. */
  readonly looks: readonly (Details | "there")[];
  /** Milliseconds of a look. */
  readonly lasting?: number;
}

/** What a component that can be made in one way alone comes to, and how it was looked for. */
async function courseOf({ creation, looks, lasting = 0 }: Course) {
  const clock = instantClock();
  const begin = clock.now().getTime();
  const patience: unknown[] = [];
  const look = async (as: unknown): Promise<ServiceComponent> => {
    const end = looks[Math.min(patience.length, looks.length - 1)];
    patience.push(as);
    await clock.sleep(lasting);
    if (end === "there") return someFacts().component;
    throw new RemoteError("The look failed.", end ?? none);
  };
  const end = await createComponent(
    {
      git: { prefetch: async () => undefined, read: async () => new Uint8Array() },
      setUp: { createComponent: () => Promise.reject(new RemoteError("The creation failed.", creation)) },
      service: { component: (_path, as) => look(as), settled: async () => undefined },
      clock,
      logger: { info: () => undefined },
    },
    {
      kind: "create-component",
      component: { project: "acme", categories: [], component: "web" },
      settings: {},
      encoding: undefined,
      from: { kind: "repository", address: "https://git.example.org/acme/web.git", branch: "main" },
      languages: [],
      reason: "the service reads this repository",
    },
    { languages: Infinity },
  ).catch((error: Error) => error.message);
  return { end, looked: patience.length, patience, seconds: (clock.now().getTime() - begin) / 1000 };
}

const MADE = "the service gave no answer and made the component: what is missing there is sent now";

test.each<[what: string, Course, Partial<Awaited<ReturnType<typeof courseOf>>>]>([
  ["is there", { creation: unanswered, looks: ["there"] }, { end: MADE, looked: 1, seconds: 0 }],
  ["comes", { creation: unanswered, looks: [none, none, "there"] }, { end: MADE, looked: 3, seconds: 20 }],
  [
    "comes, at a service that is busy, cuts connections and takes none meanwhile",
    { creation: unanswered, looks: [busy, cut, gone, "there"] },
    { end: MADE, looked: 4, seconds: 30 },
  ],
  ["never comes", { creation: unanswered, looks: [none] }, { end: "The creation failed.", seconds: 600 }],
  [
    "never comes, and each look for it is slow",
    { creation: unanswered, looks: [busy], lasting: 30_000 },
    { end: "The creation failed.", looked: 16, seconds: 630 },
  ],
  [
    "may not be seen any more",
    { creation: unanswered, looks: [none, forbidden] },
    { end: "The look failed.", looked: 2, seconds: 10 },
  ],
  [
    "was not asked for, as nothing listens there",
    { creation: gone, looks: ["there"] },
    { end: "The creation failed.", looked: 0, seconds: 0 },
  ],
  ["fails", { creation: busy, looks: [none] }, { end: "The creation failed.", looked: 1, seconds: 0 }],
])("a component that %s", async (_what, course, expected) => {
  expect(await courseOf(course)).toMatchObject(expected);
});

test("looks for a component that is still made have short patience: they are repeated anyway", async () => {
  const { patience } = await courseOf({ creation: unanswered, looks: [none, "there"] });
  const { patience: once } = await courseOf({ creation: busy, looks: ["there"] });

  expect(patience).toEqual(["short", "short"]);
  expect(once).toEqual([undefined]);
});
