import { describe, expect, it } from "vitest";
import { manualClock } from "../../../test/support/test-clock.ts";
import { openBotDatabase } from "../../store/bot-tables/open-bot-database.ts";
import { beginAppRegistration, endAppRegistration } from "./app-registration.ts";

const begun = { forge: "github", serverUrl: "https://github.com", apiUrl: "https://api.github.com", login: 7 } as const;

async function store() {
  const database = await openBotDatabase(":memory:");
  return { database, clock: manualClock(), [Symbol.asyncDispose]: () => database.destroy() };
}

describe("an App that somebody is about to make", () => {
  it("comes in once, by whoever began it", async () => {
    await using records = await store();
    const state = await beginAppRegistration(records, begun);

    expect(await endAppRegistration(records, state, 8)).toBeUndefined();
    expect(await endAppRegistration(records, state, 7)).toEqual(begun);
    expect(await endAppRegistration(records, state, 7)).toBeUndefined();
  });

  it("comes in by any administrator where it began at the machine", async () => {
    await using records = await store();
    const state = await beginAppRegistration(records, { ...begun, login: null });

    expect(await endAppRegistration(records, state, 8)).toMatchObject({ forge: "github" });
  });

  it("is forgotten after an hour", async () => {
    await using records = await store();
    const state = await beginAppRegistration(records, begun);
    records.clock.advance(3_600_000);

    expect(await endAppRegistration(records, state, 7)).toBeUndefined();
    await beginAppRegistration(records, begun);
    await beginAppRegistration(records, begun);
    const rows = await records.database.selectFrom("setting").select("name").where("name", "like", "app%").execute();
    expect(rows).toHaveLength(2);
  });

  it("does not come in with a state that nobody made", async () => {
    await using records = await store();

    expect(await endAppRegistration(records, "", 7)).toBeUndefined();
  });
});
