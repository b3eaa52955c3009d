import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { callerOf } from "../identity/identity.ts";
import type { Caller } from "../identity/permissions.ts";
import { visibleUnit, type VisibleUnit } from "../identity/visible.ts";
import { acceptSuggestion, rejectSuggestion, suggestionRows, vote, type SuggestionRecord } from "./suggestions.ts";

let test: SampleService;
/** Somebody who may translate, and neither review nor change the developers' texts. */
let jana: Caller;

beforeAll(async () => {
  test = await openSampleService();
  await settings({ enable_suggestions: true });
  await ask("PATCH", "/api/projects/demo/", { translation_review: true });
  // Everybody is in Users, who may change source texts.
  const { database } = test.service;
  const { id } = await database
    .selectFrom("user")
    .select("id")
    .where("username", "=", "jana")
    .executeTakeFirstOrThrow();
  const users = database.selectFrom("team").select("id").where("name", "=", "Users");
  await database.deleteFrom("team_member").where("user_id", "=", id).where("team_id", "in", users).execute();
  jana = await callerOf(test.service, id);
});
afterAll(async () => {
  await test[Symbol.asyncDispose]();
});

// oxlint-disable-next-line typescript/no-explicit-any -- a test asks for what it expects
async function ask(method: string, path: string, json: unknown, token = test.adminToken): Promise<any> {
  const answer = await test.request(method, path, { json, token });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${String(answer.status)}: ${answer.text}`);
  return answer.text === "" ? undefined : answer.json;
}

async function settings(json: object): Promise<void> {
  await ask("PATCH", "/api/components/demo/app/", json);
}

async function idOf(translation: string, key: string): Promise<number> {
  return (await unitsOf(test, translation)).get(key)?.id ?? 0;
}

async function patch(id: number, json: object, token?: string): Promise<void> {
  await ask("PATCH", `/api/units/${String(id)}/`, json, token);
}

async function unit(id: number) {
  return (await test.request("GET", `/api/units/${String(id)}/`)).json;
}

/** A suggestion of the administrator's. */
async function suggested(id: number, text: string): Promise<SuggestionRecord> {
  const added = await ask("POST", `/api/units/${String(id)}/suggestions/`, { target: [text] });
  return suggestionRows(test.service.database).where("suggestion.id", "=", added.id).executeTakeFirstOrThrow();
}

/** The string as a request of Jana's finds it, before others save. */
async function foundByJana(id: number): Promise<VisibleUnit> {
  return visibleUnit(test.service, jana, String(id));
}

describe("a suggestion that is accepted while somebody else saves", () => {
  it("leaves a text alone that was approved meanwhile", async () => {
    const id = await idOf("demo/app/de", "title");
    const suggestion = await suggested(id, "Vorschlag");
    const place = await foundByJana(id);
    await patch(id, { target: ["Geprüft"], state: 30 });

    const accepting = acceptSuggestion(test.service, jana, place, suggestion, { approve: false });

    await expect(accepting).rejects.toMatchObject({ status: 403 });
    expect(await unit(id)).toMatchObject({ target: ["Geprüft"], state: 30, has_suggestion: true });
  });

  it("leaves a text alone that was saved meanwhile", async () => {
    const id = await idOf("demo/app/de", "button.save");
    const suggestion = await suggested(id, "Sichern");
    const place = await foundByJana(id);
    await patch(id, { target: ["Ablegen"], state: 20 });

    const accepting = acceptSuggestion(test.service, jana, place, suggestion, { approve: false });

    await expect(accepting).rejects.toMatchObject({ status: 400, message: "The string was changed meanwhile." });
    expect(await unit(id)).toMatchObject({ target: ["Ablegen"], has_suggestion: true });
  });

  it("is not accepted twice, nor after another one", async () => {
    const id = await idOf("demo/app/de", "button.cancel");
    const [first, second] = [await suggested(id, "Zurück"), await suggested(id, "Abbruch")];
    const place = await foundByJana(id);
    await acceptSuggestion(test.service, jana, place, first, { approve: false });

    const again = acceptSuggestion(test.service, jana, place, first, { approve: false });
    const other = acceptSuggestion(test.service, jana, place, second, { approve: false });

    // Either may be the first to be refused.
    await Promise.all([
      expect(again).rejects.toMatchObject({ status: 404 }),
      expect(other).rejects.toMatchObject({ status: 400 }),
    ]);
    expect(await unit(id)).toMatchObject({ target: ["Zurück"], has_suggestion: true });
    const { have_suggestion: count } = await ask("GET", "/api/translations/demo/app/de/", undefined);
    expect(count).toBe(3);
  });

  it("leaves what another translator saved before in the history under their name", async () => {
    const id = await idOf("demo/app/cs", "button.save");
    const suggestion = await suggested(id, "Uložit");
    await patch(id, { target: ["Ulož"], state: 20 }, test.translatorToken);

    await acceptSuggestion(test.service, jana, await foundByJana(id), suggestion, { approve: false });
    await ask("POST", "/api/components/demo/app/repository/", { operation: "commit" });

    const { results } = await ask("GET", "/api/translations/demo/app/cs/changes/?action=17", undefined);
    const authors = results.map(({ author }: { readonly author: string }) => author.split("/").at(-2));
    expect(authors).toEqual(["admin", "jana"]);
  });

  it("tells that the language is complete, where it was the last string to do", async () => {
    const id = await idOf("demo/app/cs", "button.cancel");
    const suggestion = await suggested(id, "Zrušit");

    await acceptSuggestion(test.service, jana, await foundByJana(id), suggestion, { approve: false });

    expect((await ask("GET", "/api/translations/demo/app/cs/changes/?action=1", undefined)).count).toBe(1);
  });
});

describe("a vote", () => {
  beforeAll(async () => {
    await settings({ suggestion_voting: true, suggestion_autoaccept: 2 });
  });

  it("accepts nothing over a text that was saved meanwhile, and is not for a suggestion that is gone", async () => {
    const id = await idOf("demo/app/cs", "title");
    const suggestion = await suggested(id, "Nazdar");
    const place = await foundByJana(id);
    await patch(id, { target: ["Dobrý den"], state: 20 });

    await expect(vote(test.service, jana, place, suggestion, 1)).rejects.toMatchObject({ status: 400 });
    expect(await unit(id)).toMatchObject({ target: ["Dobrý den"] });
    await ask("DELETE", `/api/suggestions/${String(suggestion.id)}/`, {});
    await expect(vote(test.service, jana, place, suggestion, 1)).rejects.toMatchObject({ status: 404 });
  });

  it("changes no string that became read-only", async () => {
    const id = await idOf("demo/app/cs", "title");
    const suggestion = await suggested(id, "Ahojte");
    const before = await foundByJana(id);
    await patch(await idOf("demo/app/en", "title"), { extra_flags: "read-only" });

    await expect(vote(test.service, jana, await foundByJana(id), suggestion, 1)).rejects.toMatchObject({ status: 403 });
    await expect(vote(test.service, jana, before, suggestion, 1)).rejects.toMatchObject({ status: 403 });
    expect(await unit(id)).toMatchObject({ target: ["Dobrý den"], state: 100 });
  });

  it("is counted for a source text, and changes none unless the voter may edit sources", async () => {
    await settings({ edit_template: true });
    const id = await idOf("demo/app/en", "button.save");
    const suggestion = await suggested(id, "Keep");

    const counted = await vote(test.service, jana, await foundByJana(id), suggestion, 1);
    const direct = await test.request("PATCH", `/api/units/${String(id)}/`, {
      token: test.translatorToken,
      json: { target: ["Keep"], state: 20 },
    });

    expect([counted, direct.status]).toMatchObject([{ result: "voted", suggestion: { votes: 2 } }, 403]);
    expect(await unit(id)).toMatchObject({ target: ["Save"], has_suggestion: true });
  });
});

describe("a suggestion that two people decline at once", () => {
  it("is declined by one of them, and stands in the log once", async () => {
    const id = await idOf("demo/app/de", "button.save");
    const suggestion = await suggested(id, "Guten Abend");
    const admin = await callerOf(test.service, suggestion.user_id ?? 0);
    const place = await visibleUnit(test.service, admin, String(id));
    const why = { reason: undefined, isSpam: false };

    const declined = await Promise.all([1, 2].map(() => rejectSuggestion(test.service, admin, place, suggestion, why)));

    expect(declined.toSorted((one, other) => Number(one) - Number(other))).toEqual([false, true]);
    const { json } = await test.request("GET", "/api/changes/?action=26");
    expect(json.results.filter(({ target }: { target: string }) => target === "Guten Abend")).toHaveLength(1);
  });
});
