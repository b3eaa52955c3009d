import { expect, test } from "vitest";
import { openSampleService } from "../../../test/support/open-test-service.ts";
import { remember } from "./memory.ts";

test("texts are remembered in one order, whatever order they come in, so that of two who do so at once neither is undone", async () => {
  await using service = await openSampleService();
  const { database } = service.service;
  const { id: translation } = await database
    .selectFrom("translation")
    .select("id")
    .where("language_code", "=", "de")
    .executeTakeFirstOrThrow();
  const texts = Array.from({ length: 150 }, (_, at) => ({
    translation,
    source: [`Text ${String(at)}`],
    target: [`Satz ${String(at)}`],
    state: 20,
  }));
  const remembered = async (some: typeof texts): Promise<readonly string[]> => {
    await database.deleteFrom("memory").execute();
    await remember(database, some);
    const rows = await database.selectFrom("memory").select("source").orderBy("id").execute();
    return rows.map(({ source }) => source);
  };

  const order = await remembered(texts);

  expect(new Set(order).size).toBe(texts.length);
  expect(await remembered(texts.toReversed())).toEqual(order);
});
