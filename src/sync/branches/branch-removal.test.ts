import { expect, it } from "vitest";
import { aTranslation, someCounters, someFacts } from "../../../test/support/observations.ts";
import type { PathVersion } from "../../git/git.ts";
import type { RepositoryStatus, ServiceTranslation, ServiceUnit } from "../../service-client/translation-service.ts";
import { nowhereElse } from "./branch-removal.ts";

const place = { project: "acme", categories: [], component: "web-release-1" };
const path = "locales/de.json";
const idle: RepositoryStatus = { needsCommit: false, needsMerge: false, needsPush: false };
const suggested: ServiceUnit = { url: "", hasComment: false, context: "a", source: ["A"], target: [] };

interface Stage {
  /** The German file on the service, and in git's HEAD. */
  readonly served: string;
  readonly ours: string | undefined;
  /** Blobs that git has had of it. */
  readonly history: readonly string[];
  readonly status: Partial<RepositoryStatus>;
  readonly isSource: boolean;
  readonly words: readonly ServiceUnit[];
  /** What the service says the file's version is. */
  readonly revision: string;
  /** Strings of the language. */
  readonly total: number;
  /** What is listed the second time. */
  readonly later: Partial<ServiceTranslation>;
}

async function kept({
  served = '{"a": "Ja"}',
  ours,
  history = [],
  status = {},
  isSource = false,
  words = [],
  revision = "served",
  total = 1,
  later = {},
}: Partial<Stage>): Promise<string | undefined> {
  const translation = aTranslation({ isSource, revision, counters: someCounters({ total }) });
  let listed = 0;
  const versions = history.map((blob): PathVersion => ({ commit: "", tree: "", time: 0, blob, trailers: {} }));
  return nowhereElse(
    {
      service: {
        component: async () => someFacts().component,
        componentRepository: async () => ({ ...idle, ...status }),
        download: async () => Buffer.from(served),
        translations: async () => [(listed += 1) === 1 ? translation : { ...translation, ...later }],
        units: async () => words,
      },
      git: {
        history: async () => new Map([[path, versions]]),
        index: async () => (ours === undefined ? [] : [{ path, mode: "100644", blob: "ours" }]),
        read: async () => Buffer.from(ours ?? ""),
      },
    },
    place,
  );
}

it.each<[string, Partial<Stage>]>([
  ["its files were once in the history of HEAD", { history: ["newer", "served"] }],
  ["HEAD has its texts, and others besides", { ours: '{"a": "Ja", "b": "Nein"}' }],
  ["nothing in it is translated", { served: '{"a": ""}' }],
  ["only the source is another, and all was pushed", { isSource: true }],
  ["a language has neither a version nor strings", { revision: "", total: 0 }],
])("the component of a gone branch may go where %s", async (_, stage) => {
  expect(await kept(stage)).toBeUndefined();
});

it.each<[string, Partial<Stage>, string]>([
  ["HEAD lacks a text, although all was pushed to the branch", { ours: "{}" }, "locales/de.json is not in the history"],
  ["HEAD has another text", { ours: '{"a": "Nein"}' }, "locales/de.json is not in the history"],
  ["HEAD has no such file", {}, "locales/de.json is not in the history"],
  ["its file cannot be read", { served: "{", ours: "{}" }, "locales/de.json is not in the history"],
  ["strings are of no version that the service says", { revision: "" }, "locales/de.json is not in the history"],
  [
    "a source that was changed on the service",
    { isSource: true, status: { needsPush: true } },
    "is not in the history",
  ],
  ["strings are pending", { history: ["served"], status: { needsCommit: true } }, "in no file yet"],
  ["somebody translates meanwhile", { history: ["served"], later: { revision: "newer" } }, "in no file yet"],
  ["somebody suggested a text", { history: ["served"], words: [suggested] }, "suggestions or comments wait in it (de)"],
])("the component of a gone branch stays where %s", async (_, stage, reason) => {
  expect(await kept(stage)).toContain(reason);
});
