import { StatementSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { openSampleService, type SampleService } from "../../../test/support/open-test-service.ts";
import { onPostgres } from "../../../test/support/test-database.ts";

afterEach(() => vi.restoreAllMocks());

const COUNT = 20;
const CHARACTERS = 60_000;
/** Of one string that is saved: its texts, as they were, in the history and in the memory. */
const MOST = 400_000;

function file(text: string): string {
  const long = text.repeat(CHARACTERS / text.length);
  return JSON.stringify(Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [`n${String(at)}`, long])));
}

function charactersIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + charactersIn(each), 0);
}

/** Follows what one statement is given, or gives, at most. */
function followStatements() {
  const run = vi.spyOn(StatementSync.prototype, "run");
  const all = vi.spyOn(StatementSync.prototype, "all");
  return {
    most: () =>
      Math.max(...run.mock.calls.map(charactersIn), ...all.mock.results.map(({ value }) => charactersIn(value))),
  };
}

function open(): Promise<SampleService> {
  return openSampleService({
    files: {
      "locales/en.json": file("A long text. "),
      "locales/cs.json": file("Text. "),
      "po/server.pot": 'msgid ""\nmsgstr ""\n\nmsgid "Welcome"\nmsgstr ""\n',
      "po/cs.po": 'msgid ""\nmsgstr ""\n\nmsgid "Welcome"\nmsgstr ""\n',
    },
  });
}

// One statement of all of them took half a second, in which nobody was answered.
test.skipIf(onPostgres)("long texts of a repository are stored and checked a few at a time", async () => {
  const statements = followStatements();
  await using _ = await open();

  expect(statements.most()).toBeGreaterThan(CHARACTERS);
  expect(statements.most()).toBeLessThan(MOST);
});

test.skipIf(onPostgres)("long texts of an uploaded file are compared and saved a few at a time", async () => {
  await using service = await open();
  const statements = followStatements();

  const { json } = await service.request("POST", "/api/translations/demo/app/cs/file/", {
    multipart: {
      method: "translate",
      conflicts: "replace-translated",
      file: new File([file("Other. ")], "cs.json"),
    },
  });

  expect(json).toMatchObject({ accepted: COUNT, total: COUNT });
  expect(statements.most()).toBeGreaterThan(CHARACTERS);
  expect(statements.most()).toBeLessThan(MOST);
});
