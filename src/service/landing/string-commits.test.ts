import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  type SampleService,
  unitsOf,
} from "../../../test/support/open-test-service.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { callerOf } from "../identity/identity.ts";
import { visibleUnit } from "../identity/visible.ts";
import { commitsOf, type StringCommits } from "./string-commits.ts";

let test: SampleService;
afterEach(async () => {
  await test[Symbol.asyncDispose]();
});

const pull = async (): Promise<void> => {
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
};

/** What git tells of a string, to who may know of it. */
async function told(translation: string, key: string): Promise<StringCommits | undefined> {
  const { service } = test;
  const { id } = await service.database
    .selectFrom("user")
    .select("id")
    .where("username", "=", "jana")
    .executeTakeFirstOrThrow();
  const unit = (await unitsOf(test, translation)).get(key);
  return commitsOf(service, await visibleUnit(service, await callerOf(service, id), String(unit?.id)));
}

const czech = (title: string): Record<string, string> => ({
  "locales/cs.json": (sampleFiles["locales/cs.json"] ?? "").replace('"Ahoj"', `"${title}"`),
});

it("takes nothing that a commit's message says for a commit, or for an option of git", async () => {
  test = await openSampleService();
  await using folder = await temporaryDirectory();
  await mkdir(join(folder.path, "x:locales"));
  const { upstream } = test;
  const forged = `\u0001--output=${join(folder.path, "x")}\u0001`;
  await upstream.write(czech("Nazdar"));
  const first = await upstream.publish(`Say it shorter\n\n${forged}`);
  await upstream.write(czech("Čau"));
  const second = await upstream.publish("And shorter");
  await pull();

  const commits = (await told("demo/app/cs", "title"))?.commits.filter(({ of }) => of === "translation");

  expect(await readdir(join(folder.path, "x:locales"))).toEqual([]);
  expect(commits?.map(({ commit, now }) => [commit, ...now])).toEqual([
    [second, "Čau"],
    [first, "Nazdar"],
    [expect.stringMatching(/^[\da-f]{40}$/), "Ahoj"],
  ]);
});
