import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { output } from "../support/command.ts";
import { createRepository, gitEnvironment, type TestRepository } from "../support/repository.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const mapping = `version: 1
service: https://translate.example.org/
project: acme
review:
  fail-below: 60
components:
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
`;
const json = (texts: Readonly<Record<string, unknown>>): string => `${JSON.stringify(texts, null, 2)}\n`;
const files = {
  ".github/interlinear.yml": mapping,
  "locales/en.json": json({ items: "{count} items", empty: "Your cart is empty", open: "Open" }),
  "locales/de.json": json({ items: "{count} Artikel", empty: "Leer", open: "Öffnen" }),
  "locales/fr.json": json({ items: "{count} articles", empty: "Vide", open: "Ouvrir" }),
};

interface ReviewDocument {
  readonly base: string;
  readonly head: string;
  readonly components: readonly { readonly component: string; readonly strings: readonly object[] }[];
  readonly languages: readonly { readonly language: string; readonly missing: number }[];
  readonly broken: readonly { readonly path: string; readonly line: number }[];
  readonly unknownKeys: readonly { readonly key: string }[];
  readonly check: { readonly conclusion: string; readonly title: string };
}

/** A branch with one commit, checked out. */
async function change(repository: TestRepository, changes: Parameters<TestRepository["write"]>[0]): Promise<void> {
  await repository.git("checkout", "--quiet", "-B", "topic", "main");
  await repository.write(changes);
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "Change");
}

async function reviewed(repository: Pick<TestRepository, "path">, ...args: readonly string[]) {
  const result = await runCli(["review", ...args, "--json"], { cwd: repository.path });
  expect(result.stderr).toBe("");
  const document: ReviewDocument = JSON.parse(result.stdout);
  return { exitCode: result.exitCode, ...document };
}

test("without service, token and options a branch is compared with where it left the main branch", async () => {
  await using repository = await createRepository(files);
  await change(repository, {
    "locales/en.json": json({ items: "{count} items", empty: "Your cart is empty", open: "Open", close: "Close" }),
    "src/cart.ts": 'show(t("items"), t("colse"));\n',
  });
  const parted = await repository.git("rev-parse", "main");
  await repository.git("checkout", "--quiet", "main");
  await repository.write({ "locales/en.json": json({ other: "Of somebody else" }) });
  await repository.publish("Meanwhile");
  await repository.git("checkout", "--quiet", "topic");
  // What is not committed is nobody's change yet.
  await repository.write({ "locales/de.json": "{" });

  const text = await runCli(["review"], { cwd: repository.path });
  expect(text.stdout).toContain("  unknown   src/cart.ts:1  colse: did you mean close?");
  expect(text.stdout).toContain("  German  de  ███████████████░░░░░  75 %  ▾ 25  1 missing");
  expect(text.stdout).toMatch(/1 string added · 2 translations in 2 languages become stale.*\n {2}passes\n$/);
  expect(text.exitCode).toBe(0);

  const review = await reviewed(repository);
  expect(review).toMatchObject({ exitCode: 0, base: parted, check: { conclusion: "success" } });
  expect(review.components).toMatchObject([{ component: "acme/website", strings: [{ kind: "added", key: "close" }] }]);
  expect(review.unknownKeys.map(({ key }) => key)).toEqual(["colse"]);
});

test("what would let the check fail ends with 3, a file that cannot be read with 2", async () => {
  await using repository = await createRepository(files);
  await change(repository, { "locales/de.json": json({ items: "Artikel", empty: "Leer", open: "Öffnen" }) });

  const broken = await reviewed(repository);
  expect(broken).toMatchObject({
    exitCode: 3,
    broken: [{ path: "locales/de.json", line: 2 }],
    check: { conclusion: "failure", title: "1 translation would break the app" },
  });
  await change(repository, { "locales/fr.json": json({ open: "Ouvrir" }) });
  expect(await reviewed(repository)).toMatchObject({ exitCode: 3, check: { title: "French not complete enough" } });
  await change(repository, { "locales/fr.json": '{\n  "open" "Ouvrir"\n}\n' });
  const unreadable = await runCli(["review"], { cwd: repository.path });
  expect(unreadable.stdout).toContain("  broken    locales/fr.json:2:10  ");
  expect(unreadable.exitCode).toBe(2);
});

test("the comment that a pull request would get is printed as Markdown, and nothing where nothing is to be said", async () => {
  await using repository = await createRepository(files);
  await change(repository, {
    "locales/en.json": json({ items: "{count} items", empty: "Nothing | here @acme/all", open: "Open" }),
  });

  const comment = await runCli(["review", "--markdown"], { cwd: repository.path });
  expect(comment.stdout).toMatch(/^### Translations: 1 string changed\n\n\*\*2 translations in 2 languages\*\*/);
  expect(comment.stdout).toContain("Nothing &#124; here @\u200bacme/all |");
  const nothing = await runCli(["review", "--markdown", "--base", "topic"], { cwd: repository.path });
  expect(nothing).toMatchObject({ stdout: "", exitCode: 0 });
});

test("commits that git does not know, and a repository without a mapping, are told apart from a change without strings", async () => {
  await using repository = await createRepository({ "README.md": "x" });

  const noMapping = await runCli(["review"], { cwd: repository.path });
  expect(noMapping.stderr).toContain("IL-M01  there is no mapping: .github/interlinear.yml");
  expect(noMapping.exitCode).toBe(2);
  const noCommit = await runCli(["review", "--base", "nowhere"], { cwd: repository.path });
  expect(noCommit.stderr).toContain('IL-C06  git knows no commit "nowhere"');
  expect(noCommit.exitCode).toBe(2);
});

test("where git does not know where two commits parted, they are compared as they are, and that is said", async () => {
  await using repository = await createRepository(files);
  await repository.git("checkout", "--quiet", "--orphan", "other");
  await repository.write({ "locales/de.json": json({ items: "{count} Artikel", open: "Öffnen" }) });
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--message", "Other");

  const result = await runCli(["review", "--base", "main"], { cwd: repository.path });

  expect(result.stderr).toContain("git does not know where the two parted");
  expect(result.stdout).toContain("1 translation taken out");
});

test("a fork's commits are reviewed as objects, without a checkout, with one request in a clone without contents", async () => {
  await using repository = await createRepository(files);
  await repository.remoteGit("config", "uploadpack.allowFilter", "true");
  await repository.remoteGit("config", "uploadpack.allowAnySHA1InWant", "true");
  await change(repository, {
    "locales/en.json": json({ items: "{count} items", empty: "Your cart is empty", open: "Open", close: "Close" }),
    "locales/fr.json": json({ items: "articles", empty: "Vide", open: "Ouvrir", close: "Fermer" }),
  });
  await repository.git("push", "--quiet", "origin", "topic:refs/pull/7/head");
  await using clone = await temporaryDirectory();
  const env = gitEnvironment();
  const git = (...args: readonly string[]): Promise<string> => output("git", args, { cwd: clone.path, env });
  await git("clone", "--quiet", "--filter=blob:none", "--no-checkout", pathToFileURL(repository.remotePath).href, ".");
  await git("fetch", "--quiet", "--filter=blob:none", "origin", "refs/pull/7/head:refs/interlinear/pull/7");
  // The mapping is what a workflow has read before.
  await git("show", "main:.github/interlinear.yml");

  await using notes = await temporaryDirectory();
  const trace = join(notes.path, "trace.json");
  const result = await runCli(["review", "--head", "refs/interlinear/pull/7", "--json"], {
    cwd: clone.path,
    environment: { GIT_TRACE2_EVENT: trace },
  });
  const document: ReviewDocument = JSON.parse(result.stdout);

  expect(document.broken).toMatchObject([{ path: "locales/fr.json", line: 2 }]);
  expect(document.languages).toMatchObject([
    { language: "de", missing: 1 },
    { language: "fr", missing: 0 },
  ]);
  const started = (await readFile(trace, "utf8")).split("\n").filter((line) => line.includes('"event":"start"'));
  expect(started.filter((line) => /"fetch"/.test(line))).toHaveLength(1);
  expect(await git("status", "--porcelain", "--untracked-files=all")).not.toContain("??");
});
