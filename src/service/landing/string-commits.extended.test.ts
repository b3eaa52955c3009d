import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import {
  openSampleService,
  sampleFiles,
  save,
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

/** No machine is too slow for it. */
const NO_LIMIT = new AbortController().signal;

/** What git tells of a string, to who may know of it. */
async function told(translation: string, key: string, signal = NO_LIMIT): Promise<StringCommits | undefined> {
  const { service } = test;
  const { id } = await service.database
    .selectFrom("user")
    .select("id")
    .where("username", "=", "jana")
    .executeTakeFirstOrThrow();
  const unit = (await unitsOf(test, translation)).get(key);
  return commitsOf(service, await visibleUnit(service, await callerOf(service, id), String(unit?.id)), signal);
}

const czech = (title: string): Record<string, string> => ({
  "locales/cs.json": (sampleFiles["locales/cs.json"] ?? "").replace('"Ahoj"', `"${title}"`),
});

it("takes nothing that a commit's message says for a commit, or for an option of git, and no file for a commit", async () => {
  test = await openSampleService();
  await using folder = await temporaryDirectory();
  await mkdir(join(folder.path, "x:locales"));
  const { upstream } = test;
  const forged = `\u0001--output=${join(folder.path, "x")}\u0001`;
  await upstream.write(czech("Nazdar"));
  const first = await upstream.publish(`Say it shorter\n\n${forged}`);
  await upstream.write({ ...czech("Čau"), HEAD: "", [first]: "" });
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

it("says of a text that it waits in a pull request only where that one has it, and of no text nothing", async () => {
  test = await openSampleService();
  const { upstream } = test;
  await upstream.write(czech("Dobrý den"));
  await upstream.publish("Translate");
  await upstream.git("push", "--quiet", "origin", "HEAD:refs/heads/interlinear/main", "HEAD:refs/pull/7/head");
  await upstream.git("reset", "--quiet", "--hard", "HEAD~1");
  await upstream.git("push", "--quiet", "--force", "origin", "HEAD:main");
  await pull();

  expect((await told("demo/app/cs", "button.save"))?.waiting).toEqual([]);
  await save(test, "demo/app/cs", "title", ["Nazdar"]);
  expect((await told("demo/app/cs", "title"))?.waiting).toEqual([]);
  await save(test, "demo/app/cs", "title", ["Dobrý den"]);
  expect((await told("demo/app/cs", "title"))?.waiting).toMatchObject([{ branch: "interlinear/main", number: 7 }]);
});

it("follows the last entry of a file to its end", async () => {
  const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';
  const po = (text: string) => ({ "po/cs.po": `${head}msgid "Welcome"\nmsgstr "${text}"\n` });
  test = await openSampleService({ files: { ...sampleFiles, ...po("Vítejte") } });
  await test.upstream.write(po("Vítej"));
  const commit = await test.upstream.publish("Be on first-name terms");
  await pull();

  expect((await told("demo/server/cs", "Welcome"))?.commits).toContainEqual(
    expect.objectContaining({ of: "translation", commit, old: ["Vítejte"], now: ["Vítej"] }),
  );
});

it("tells of a commit whose date is none without a date, and of one that git was not asked for that there may be more", async () => {
  test = await openSampleService();
  const { upstream } = test;
  await upstream.write(czech("Nazdar"));
  await upstream.git("commit", "--quiet", "--all", "--date=@999999999999 +0000", "-m", "From the future");
  await upstream.git("push", "--quiet", "origin", "HEAD:main");
  await pull();

  const { commits = [] } = (await told("demo/app/cs", "title")) ?? {};
  expect(commits.find(({ subject }) => subject === "From the future")?.date).toMatch(/^$|^\+\d{6}-/);
  expect(await told("demo/app/cs", "title", AbortSignal.abort())).toMatchObject({ commits: [], isCut: true });
});

it("says that a history goes further back only where it does", async () => {
  test = await openSampleService();
  for (let at = 1; at < 20; at += 1) {
    await test.upstream.write(czech(`Ahoj ${String(at)}`));
    await test.upstream.publish(`Change ${String(at)}`);
  }
  await pull();
  expect((await told("demo/app/cs", "title"))?.isCut).toBe(false);
  await test.upstream.write(czech("Nazdar"));
  await test.upstream.publish("Once more");
  await pull();
  const { commits = [], isCut } = (await told("demo/app/cs", "title")) ?? {};
  expect([commits.filter(({ of }) => of === "translation").length, isCut]).toEqual([20, true]);
});

it("shows what a commit changed, not how it differs from one of a parallel branch", async () => {
  test = await openSampleService();
  const { upstream } = test;
  await upstream.git("checkout", "--quiet", "-b", "topic");
  await upstream.write(czech("Nazdar"));
  await upstream.git("commit", "--quiet", "--all", "-m", "Theirs");
  await upstream.git("checkout", "--quiet", "main");
  await upstream.write(czech("Čau"));
  await upstream.git("commit", "--quiet", "--all", "-m", "Ours");
  await upstream.git("merge", "--quiet", "--no-commit", "-X", "ours", "topic");
  // A text of its own: git follows both sides then.
  await upstream.write(czech("Sbohem"));
  await upstream.git("commit", "--quiet", "--all", "-m", "Merge both");
  await upstream.git("push", "--quiet", "origin", "HEAD:main");
  await pull();

  const { commits = [] } = (await told("demo/app/cs", "title")) ?? {};
  expect(commits.find(({ subject }) => subject === "Ours")).toMatchObject({ old: ["Ahoj"], now: ["Čau"] });
  expect(commits.find(({ subject }) => subject === "Theirs")).toMatchObject({ old: ["Ahoj"], now: ["Nazdar"] });
});
