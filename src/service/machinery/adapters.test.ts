import { describe, expect, it } from "vitest";
import { startDeepL, startLibreTranslate, type TestMachine } from "../../../test/support/translation-machines.ts";
import { Outward } from "../../network/outward.ts";
import { internetAnd } from "../../network/outward-address.ts";
import type { Send } from "./answer.ts";
import { deepl } from "./deepl.ts";
import { libreTranslate } from "./libre-translate.ts";
import type { Machine } from "./machine.ts";

const outward = new Outward({ reach: internetAnd(["127.0.0.1"]) });
const send: Send = (address, request) => outward.send(address, { ...request, milliseconds: 5000, mostBytes: 10_000 });

const usual = { formality: "default", context: "", isNew: false };

function openDeepL(
  { url }: TestMachine,
  key = "dl-7f3a9c21",
  more: Partial<Parameters<typeof deepl>[0]> = {},
): Machine {
  return deepl({ url: `${url}/v2`, key, ...usual, ...more }, send);
}

describe("DeepL", () => {
  it("is asked with its own codes, for several texts at once, and told to leave masks alone", async () => {
    await using stand = await startDeepL();
    const machine = openDeepL(stand, "dl-7f3a9c21", { formality: "prefer_more", context: "A shop.", isNew: true });

    expect(await machine.translate({ source: "EN", target: "CS", texts: ["Save", 'Hi <x id="0"/>'] })).toEqual([
      "CS: Save",
      'CS: Hi <x id="0"/>',
    ]);
    expect(stand.seen[0]).toMatchObject({
      path: "/v2/translate",
      authorization: "DeepL-Auth-Key dl-7f3a9c21",
      body: {
        source_lang: "EN",
        target_lang: "CS",
        tag_handling: "xml",
        ignore_tags: ["x"],
        formality: "prefer_more",
        context: "A shop.",
        model_type: "prefer_quality_optimized",
      },
    });
  });

  it("tells its languages and what the account has used", async () => {
    await using stand = await startDeepL({ quota: 100 });
    const machine = openDeepL(stand);
    await machine.translate({ source: "EN", target: "CS", texts: ["Save"] });

    expect((await machine.languages()).targets).toContain("PT-BR");
    expect(await machine.usage?.()).toEqual({ characters: 4, limit: 100 });
  });

  it.each([
    ["https://api.deepl.com/v2/", "k", "https://api.deepl.com/v2"],
    ["https://api.deepl.com/", "k", "https://api.deepl.com/v2"],
    ["https://api.deepl.com", "k", "https://api.deepl.com/v2"],
    // Keys of the free plan say so.
    ["https://api.deepl.com/v2", "k:fx", "https://api-free.deepl.com/v2"],
  ])("at %s with the key %s is asked at %s", async (url, key, root) => {
    const asked: string[] = [];
    const seen: Send = (address) => {
      asked.push(address);
      return Promise.resolve({ status: 200, headers: {}, text: "[]" });
    };
    await deepl({ url, key, ...usual }, seen).languages();
    expect(asked).toEqual([`${root}/languages?type=source`, `${root}/languages?type=target`]);
  });
});

describe("LibreTranslate", () => {
  it("is asked for one text and for several, with its key in the body", async () => {
    await using stand = await startLibreTranslate({ key: "libre-key" });
    const machine = libreTranslate({ url: `${stand.url}/`, key: "libre-key" }, send);

    expect(await machine.translate({ source: "en", target: "cs", texts: ["Save"] })).toEqual(["cs: Save"]);
    expect(await machine.translate({ source: "en", target: "cs", texts: ["One", "Two"] })).toEqual([
      "cs: One",
      "cs: Two",
    ]);
    expect(stand.seen[0]?.body).toEqual({
      q: "Save",
      source: "en",
      target: "cs",
      format: "text",
      api_key: "libre-key",
    });
    expect((await machine.languages()).from.get("en")).toEqual(["de", "cs", "ar", "pt", "zt"]);
  });

  it("that wants no key is sent none", async () => {
    await using stand = await startLibreTranslate();
    await libreTranslate({ url: stand.url, key: "" }, send).translate({ source: "en", target: "cs", texts: ["Save"] });

    expect(stand.seen[0]?.body).not.toHaveProperty("api_key");
  });
});

describe("a machine that does not translate says why in a sentence", () => {
  const request = { source: "EN", target: "CS", texts: ["Save"] };
  it.each<readonly [string, Exclude<TestMachine["answers"], undefined>, string]>([
    ["a key that is wrong", { status: 403, body: '{"message": "bad dl-7f3a9c21"}' }, "DeepL refuses the key: bad ***."],
    [
      "a key that stands where its words are cut",
      { status: 403, body: `{"message": "${"a".repeat(190)} dl-7f3a9c21 and more"}` },
      `DeepL refuses the key: ${"a".repeat(190)} *** and m.`,
    ],
    ["the quota", { status: 456 }, "The quota of this DeepL account is used up. It begins anew with its next month."],
    [
      "too many requests",
      { status: 429, headers: { "retry-after": "7" } },
      "DeepL takes no more requests now. Try again in 7 s.",
    ],
    ["too many requests, and no time", { status: 429 }, "DeepL takes no more requests now. Try again later."],
    ["its own fault", { status: 503, body: "<html>" }, "DeepL has a fault of its own (503). Try again later."],
    [
      "another address",
      { status: 302, headers: { location: "http://10.0.0.1/" } },
      "DeepL leads to another address, and nothing follows it: enter the one that it leads to.",
    ],
    ["no such path", { status: 404 }, "There is no such service at this address (404). Is it right?"],
    ["a text that is too long", { status: 413 }, "DeepL takes no text that is so long."],
    [
      "a language",
      { status: 400, body: '{"message": "Value for \'target_lang\' not supported."}' },
      "DeepL refused the request (400): Value for 'target_lang' not supported.",
    ],
    [
      "what is no JSON",
      { status: 200, body: "<html>Sign in</html>" },
      "DeepL answered with something that is no translation. Is its address right?",
    ],
    [
      "JSON of something else",
      { status: 200, body: '{"ok": true}' },
      "DeepL answered with something that is no translation. Is its address right?",
    ],
    [
      "more than it may answer",
      { status: 200, body: `{"translations": [{"text": "${"x".repeat(20_000)}"}]}` },
      "DeepL answered with something that is no translation. Is its address right?",
    ],
    ["fewer texts", { status: 200, body: '{"translations": []}' }, "DeepL answered 0 texts where 1 were asked for."],
  ])("%s", async (_what, answers, sentence) => {
    await using stand = await startDeepL();
    stand.answers = answers;

    await expect(openDeepL(stand).translate(request)).rejects.toMatchObject({
      name: "MachineFailure",
      message: sentence,
    });
  });

  it("that does not answer in time, or is not there", async () => {
    await using stand = await startDeepL();
    stand.answers = "hang";
    const short: Send = (address, sent) => outward.send(address, { ...sent, milliseconds: 50, mostBytes: 1000 });
    const hanging = deepl({ url: `${stand.url}/v2`, key: "k", ...usual }, short);
    await expect(hanging.translate(request)).rejects.toThrow("DeepL did not answer in time. Try again later.");

    const gone = deepl({ url: "http://127.0.0.1:1/v2", key: "k", ...usual }, send);
    await expect(gone.translate(request)).rejects.toThrow(/^DeepL cannot be reached \(ECONNREFUSED\)\.$/);
  });

  it("whose address is inside", async () => {
    const inside: Send = (address, sent) =>
      new Outward({ reach: internetAnd([]) }).send(address, { ...sent, milliseconds: 5000, mostBytes: 1000 });
    const machine = deepl({ url: "https://169.254.169.254/v2", key: "k", ...usual }, inside);
    await expect(machine.translate(request)).rejects.toThrow(
      /^DeepL was not asked\. 169\.254\.169\.254 is not on the internet/,
    );
  });
});
