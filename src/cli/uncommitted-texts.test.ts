import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aFile } from "../../test/support/run-result.ts";
import { openRepository } from "../git/git-repository.ts";
import { gitText } from "../git/run.ts";
import type { UnitDifference } from "../sync/index.ts";
import { filesLosingTexts } from "./uncommitted-texts.ts";

const path = "de.json";
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "interlinear-texts-"));
  await gitText(["init", "-q"], { cwd: root });
  await writeFile(join(root, path), '{ "title": "Titel", "save": "Sichern" }\n');
  await gitText(["add", "."], { cwd: root });
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const overwrites = (key: string, before: string): UnitDifference => ({
  kind: "changed",
  key,
  before: [before],
  after: ["neu"],
  line: 1,
});

async function losing(differences: readonly UnitDifference[]): Promise<readonly string[]> {
  return [...(await filesLosingTexts(await openRepository(root), [aFile({ path, differences })]))];
}

test("a file as git has it loses nothing, whatever is overwritten", async () => {
  expect(await losing([overwrites("title", "Titel")])).toEqual([]);
});

test("a text that only the working tree has must not be overwritten", async () => {
  await writeFile(join(root, path), '{ "title": "Mein Titel", "save": "Sichern" }\n');

  expect(await losing([overwrites("title", "Mein Titel")])).toEqual([path]);
});

test("a changed file may get texts for other strings, and new ones", async () => {
  await writeFile(join(root, path), '{ "title": "Mein Titel", "save": "Sichern" }\n');

  const added: UnitDifference = { kind: "added", key: "cancel", before: undefined, after: ["Abbrechen"], line: 2 };

  expect(await losing([overwrites("save", "Sichern"), added])).toEqual([]);
});

test("a changed file that moves as a whole is not overwritten: nobody can tell what is lost", async () => {
  await writeFile(join(root, path), "{}\n");

  expect(await losing([])).toEqual([path]);
});
