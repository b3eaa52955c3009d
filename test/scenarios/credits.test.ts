import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { sampleFiles, sampleMapping } from "../support/sample-files.ts";
import { createWorld } from "../support/world.ts";

const MAPPING = { ".github/interlinear.yml": sampleMapping("https://translate.example.org", "acme") };

function credits({ path }: TestRepository, ...args: readonly string[]) {
  return runCli(["credits", ...args], { cwd: path });
}

test("what a sync brought home credits its translator, from git alone", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { repository } = world;
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  await runCli(["sync"], { cwd: repository.path, environment: { INTERLINEAR_TOKEN: site.botToken } });
  await repository.git("fetch", "--quiet", "origin", "interlinear/main");
  await repository.git("merge", "--quiet", "--squash", "FETCH_HEAD");
  await repository.git("commit", "--quiet", "--no-edit");

  const result = await credits(repository);

  expect(result.exitCode, result.output).toBe(0);
  expect(result.stdout).toBe(`- Czech: ${site.translator.name}\n`);
});

test("only our commits count, since a tag or a day, and a file is written between its marks alone", async () => {
  await using repository = await createRepository({ ...sampleFiles, ...MAPPING });
  const change = async (path: string, name: string, trailers = "Interlinear-Tree: 0"): Promise<void> => {
    await repository.write({ [path]: `${await readFile(join(repository.path, path), "utf8")}\n` });
    await repository.publish(`Translate\n\nCo-authored-by: ${name} <${name}@example.org>\n${trailers}`);
  };
  await change("locales/cs.json", "Jana");
  await repository.git("tag", "v1");
  await change("locales/de.json", "Kim");
  await change("locales/de.json", "Colleague", "Reviewed-by: Nobody");

  const all = await credits(repository, "--json");
  const newer = await credits(repository, "--since", "v1");
  const none = await credits(repository, "--since", "2999-01-01");
  const wrong = await credits(repository, "--since=--output=x");
  const written = await credits(repository, "--write", "CONTRIBUTORS.md");
  await repository.write({ "README.md": "# Nothing here\n" });
  const refused = await credits(repository, "--write", "README.md");

  expect(JSON.parse(all.stdout)).toEqual({
    languages: [
      { language: "cs", people: ["Jana"] },
      { language: "de", people: ["Kim"] },
    ],
    several: [],
  });
  expect(newer.stdout).toBe("- German: Kim\n");
  expect(none).toMatchObject({ exitCode: 0, stdout: "" });
  expect(wrong.exitCode).toBe(2);
  expect(written.exitCode, written.output).toBe(0);
  expect(await readFile(join(repository.path, "CONTRIBUTORS.md"), "utf8")).toContain("- Czech: Jana\n- German: Kim\n");
  expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("IL-C07") });
  expect(await readFile(join(repository.path, "README.md"), "utf8")).toBe("# Nothing here\n");
});
