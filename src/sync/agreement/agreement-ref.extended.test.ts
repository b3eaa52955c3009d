import { expect, test } from "vitest";
import { createRepository } from "../../../test/support/repository.ts";
import { openRepository } from "../../git/git-repository.ts";
import { AgreementRecord, listedFolder, rememberAgreement, type Agreed } from "./agreement.ts";

const FILES = { "de.json": "{}\n" };

function agreedOn(path: string): readonly Agreed[] {
  const pair = { blob: "a".repeat(40), service: "b".repeat(40), merged: false };
  return [{ component: "acme/website", path, pair, standing: "settled" }];
}

async function aRepository() {
  const repository = await createRepository(FILES);
  const git = await openRepository(repository.path);
  const commit = await repository.git("rev-parse", "HEAD");
  const refs = (): Promise<string> =>
    repository.remoteGit("for-each-ref", "--format=%(refname)", "refs/interlinear/agreement");
  const remember = (branch: string, path = "de.json") =>
    rememberAgreement(git, { branch, commit }, { agreed: agreedOn(path) });
  const pathsOf = async (branch: string) => [
    ...(await (await AgreementRecord.open(git, branch)).pairsOf("acme/website")).keys(),
  ];
  return { repository, git, refs, remember, pathsOf, [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose]() };
}

test("a branch has its record, also where that of one that is gone has the beginning of its name", async () => {
  await using world = await aRepository();

  expect(await world.remember("release")).toBeUndefined();
  expect(await world.remember("release/1.0")).toBeUndefined();

  expect(await world.pathsOf("release/1.0")).toEqual(["de.json"]);
  expect(await world.refs()).toBe("refs/interlinear/agreement/release\nrefs/interlinear/agreement/release%2F1.0");
});

test("a record at the place that it once had is read, and moved by the first run that writes it", async () => {
  await using world = await aRepository();
  const former = "refs/interlinear/agreement/release/1.0";
  await world.remember("topic");
  await world.repository.remoteGit("update-ref", former, "refs/interlinear/agreement/topic");
  await world.repository.remoteGit("update-ref", "-d", "refs/interlinear/agreement/topic");
  expect(await world.pathsOf("release/1.0")).toEqual(["de.json"]);

  expect(await world.remember("release/1.0", "fr.json")).toBeUndefined();

  expect(await world.pathsOf("release/1.0")).toEqual(["de.json", "fr.json"]);
  expect(await world.refs()).toBe("refs/interlinear/agreement/release%2F1.0");
});

test("what a mapping's run kept takes the place of what that mapping kept before, and of no other's", async () => {
  await using world = await aRepository();
  const keep = async (mapping: string | undefined, ...names: readonly string[]): Promise<readonly string[]> => {
    const record = await AgreementRecord.open(world.git, "main");
    const folder = listedFolder(mapping);
    const files = new Map(names.map((name) => [`${folder}/of/${name}`, () => Buffer.from(name)]));
    await record.remember([], "", { folder, files });
    return [...(await AgreementRecord.open(world.git, "main")).files.keys()];
  };

  expect(await keep(undefined, "web", "server")).toEqual(["listed/of/server", "listed/of/web"]);
  expect(await keep("docs", "server")).toEqual(["listed-docs/of/server", "listed/of/server", "listed/of/web"]);
  expect(await keep(undefined, "web")).toEqual(["listed-docs/of/server", "listed/of/web"]);
});

test("a ref that stands in a record's way is named, with the way on", async () => {
  await using world = await aRepository();
  await world.repository.remoteGit("update-ref", "refs/interlinear/agreement/release/1.0", "main");

  expect(await world.remember("release")).toBe(
    "refs/interlinear/agreement/release/1.0 is in the way of refs/interlinear/agreement/release: delete it (git push origin --delete refs/interlinear/agreement/release/1.0)",
  );
});
