import { expect, test } from "vitest";
import { aBinding, aTranslation } from "../../../test/support/observations.ts";
import type { Git } from "../../git/git.ts";
import type { RepositoryStatus, TranslationService } from "../../service-client/translation-service.ts";
import { observe, type ObserveDependencies } from "./observe.ts";

const SYNC = { push: true, pull: true, settled: false, allowRemovals: false };
const NOTHING_PENDING = { needsCommit: false, needsMerge: false, needsPush: false };

interface Sides {
  readonly files?: readonly string[];
  readonly status?: Partial<RepositoryStatus>;
  readonly isFew?: boolean;
}

/** The projects whose archive is begun while their languages are listed. */
async function begunWhere({ files = [], status = {}, isFew = true }: Sides): Promise<readonly string[]> {
  const begun: string[] = [];
  const entries = ["locales/en.json", ...files].map((path) => ({ path, mode: "100644", blob: "blob" }));
  const git = { index: () => Promise.resolve(entries), branch: () => Promise.resolve("main") };
  const service = { projectRepository: () => Promise.resolve({ ...NOTHING_PENDING, ...status }) };
  const listings: ObserveDependencies["listings"] = {
    beginAll: (_paths, _count, onFew) => {
      if (isFew) onFew?.();
    },
    of: () => Promise.resolve([aTranslation({ language: "de", revision: "blob" })]),
  };
  await observe(
    {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked of it
      service: service as unknown as TranslationService,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nor of this
      git: git as unknown as Git,
      listings,
      archives: { begin: (project) => void begun.push(project) },
      repositoryUrls: () => Promise.resolve([]),
    },
    [aBinding()],
    SYNC,
  );
  return begun;
}

test.each<readonly [string, Sides, readonly string[]]>([
  ["where git has no translation, and nothing is pending there", {}, ["acme"]],
  ["not where git has one", { files: ["locales/de.json"] }, []],
  ["not where somebody's texts are to be committed first", { status: { needsCommit: true } }, []],
  ["not where the service has many other languages", { isFew: false }, []],
])("a project's archive is asked for while it is listed: %s", async (_, sides, expected) => {
  expect(await begunWhere(sides)).toEqual(expected);
});
