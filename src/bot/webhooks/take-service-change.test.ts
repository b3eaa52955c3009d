import { describe, expect, it } from "vitest";
import { OWN_USER, openIntake, type TestIntake } from "../../../test/support/bot-intake.ts";
import { addRepository, addRun } from "../../../test/support/test-records.ts";
import { fromService, SERVICE_SECRET, standardSignature } from "../../../test/support/webhooks.ts";
import { failDeliveries, postponeDeliveries, takeDeliveries } from "../../records/deliveries/deliveries.ts";

const NOW = Date.UTC(2026, 0, 1) / 1_000;
const change = {
  change_id: 1,
  action: "Translation changed",
  timestamp: "2026-01-01T00:00:00+00:00",
  project: "acme",
  component: "website",
  translation: "cs",
  author: "jana",
  user: "jana",
};

async function bind({ records }: TestIntake, repository: number, component: string): Promise<void> {
  await records.database
    .insertInto("bound_file")
    .values({
      repository_id: repository,
      branch: "main",
      component,
      language: "cs",
      path: "locales/cs.json",
      state: "in-step",
      last_sync: "2026-01-01T00:00:00.000Z",
      is_source: 0,
      reason: "",
      url: "",
      translated_percent: null,
      pull_request: "",
    })
    .execute();
}

/** Ears that know a repository with files of `acme/website`. */
async function bound(): Promise<TestIntake & { readonly repository: number }> {
  const intake = await openIntake();
  const repository = await addRepository(intake.records, "acme/app");
  await bind(intake, repository, "acme/website");
  return { ...intake, repository };
}

/** Moves the time, and sends a change with the time that it is then. */
async function sendAt(intake: TestIntake, seconds: number, different: object = {}): Promise<number> {
  const now = intake.records.clock.now().getTime() / 1_000 - NOW;
  intake.records.clock.advance((seconds - now) * 1_000);
  return (await intake.send(fromService({ ...change, ...different }, NOW + seconds))).status;
}

const dueSeconds = async (intake: TestIntake): Promise<readonly number[]> =>
  (await intake.deliveries()).map(({ due }) => Date.parse(due) / 1_000 - NOW);

describe("a change that the service tells of", () => {
  it("is kept for every repository that has files of its component, in 20 s", async () => {
    await using intake = await bound();
    const other = await addRepository(intake.records, "acme/other");
    await bind(intake, other, "acme/website");
    await bind(intake, await addRepository(intake.records, "acme/third"), "acme/docs");

    expect(await sendAt(intake, 0)).toBe(202);

    expect(await intake.deliveries()).toMatchObject([
      { source: "service", sender: "main", event: "translations", repository: "acme/app", state: "waiting" },
      { source: "service", sender: "main", event: "translations", repository: "acme/other", state: "waiting" },
    ]);
    expect(await dueSeconds(intake)).toEqual([20, 20]);
  });

  it.each([
    ["changes of one moment", [0, 0, 0], 20],
    ["a translator's evening", [0, 10, 20, 28], 45],
    ["two in a while", [0, 15], 35],
  ])("is done together with %s, at most 45 s after the first", async (_, times, due) => {
    await using intake = await bound();
    for (const time of times) await sendAt(intake, time);
    const turn = async (seconds: number): Promise<number> => {
      intake.records.clock.advance(NOW * 1_000 + seconds * 1_000 - intake.records.clock.now().getTime());
      return (await takeDeliveries(intake.records, intake.repository, 5)).length;
    };

    expect(await turn(due - 1)).toBe(0);
    expect(await turn(due)).toBe(times.length);
  });

  it.each([
    [
      "a language is complete",
      [
        [0, {}],
        [1, { action: "Translation completed" }],
        [2, {}],
      ],
      3,
    ],
    ["a file was uploaded", [[0, { action: "Translation uploaded" }]], 2],
    [
      "the last of many strings was translated by a machine",
      [0, 1, 2, 3].map((at) => [at, { action: "Automatically translated" }] as const),
      5,
    ],
    [
      "somebody goes on after that",
      [
        [0, { action: "Translation completed" }],
        [9, {}],
      ],
      29,
    ],
  ] as const)("is done soon where %s", async (_, told, due) => {
    await using intake = await bound();
    const expected: number[] = [];
    for (const [at, different] of told) {
      await sendAt(intake, at, different);
      expected.push((intake.expected().at(-1)?.getTime() ?? 0) / 1_000 - NOW);
    }

    expect(expected.at(-1)).toBe(due);
    expect((await dueSeconds(intake))[0]).toBe(due);
  });

  it("starts a new wait once the last ones are in hand", async () => {
    await using intake = await bound();
    await sendAt(intake, 0);
    intake.records.clock.advance(20_000);
    await takeDeliveries(intake.records, intake.repository, 5);

    await sendAt(intake, 21);

    expect((await dueSeconds(intake)).at(-1)).toBe(41);
  });

  it("waits with those that wait for a limit that is used up, and starts no run before", async () => {
    await using intake = await bound();
    const { records, repository } = intake;
    const run = await addRun(records, repository);
    const runs: number[] = [];
    const turn = async (): Promise<void> => {
      const taken = await takeDeliveries(records, repository, 5);
      if (taken.length === 0) return;
      runs.push(taken.length);
      const until = new Date((NOW + 3_600) * 1_000);
      const ids = taken.map(({ id }) => id);
      await postponeDeliveries(records, ids, { reason: "The limit is used up.", until, run });
    };

    for (let minute = 0; minute < 8; minute += 1) {
      await sendAt(intake, minute * 60);
      for (let second = 5; second < 60; second += 5) {
        records.clock.advance(5_000);
        await turn();
      }
    }

    expect(runs).toEqual([1]);
    expect(await dueSeconds(intake)).toEqual(Array.from({ length: 8 }, () => 3_600));
    records.clock.advance(3_600_000);
    expect(await takeDeliveries(records, repository, 5)).toHaveLength(8);
  });

  it("does not wait for a limit until a time that a wrong clock made", async () => {
    await using intake = await bound();
    const { records, repository } = intake;
    await sendAt(intake, 0);
    records.clock.advance(20_000);
    await takeDeliveries(records, repository, 5);
    const due = "2030-01-01T00:00:00.000Z";
    await records.database.updateTable("delivery").set({ state: "waiting", due }).execute();

    await sendAt(intake, 21);

    expect((await dueSeconds(intake)).at(-1)).toBe(41);
  });

  it("does not wait for one that failed, and has it tried no sooner", async () => {
    await using intake = await bound();
    const { records, repository } = intake;
    await sendAt(intake, 0);
    records.clock.advance(20_000);
    const taken = await takeDeliveries(records, repository, 5);
    const ids = taken.map(({ id }) => id);
    await failDeliveries(records, ids, { reason: "no network", allowed: 5 });

    await sendAt(intake, 21, { action: "Translation completed" });

    expect(await dueSeconds(intake)).toEqual([50, 23]);
  });

  it("is known when it is sent again, or by somebody who recorded it, and does not put anything off", async () => {
    await using intake = await bound();
    const webhook = fromService(change, NOW);
    await intake.send(webhook);

    const again = await intake.send(webhook);

    expect(again.status).toBe(200);
    expect(await intake.deliveries()).toHaveLength(1);
  });

  it("of a component in a category is told apart by all of its name", async () => {
    await using intake = await bound();
    await bind(intake, await addRepository(intake.records, "acme/deep"), "acme/apps/web/website");

    await sendAt(intake, 0, { category: ["web", "apps"] });

    expect((await intake.deliveries()).map(({ repository }) => repository)).toEqual(["acme/deep"]);
  });

  it("reaches no repository that the service's token is not for, and none that is paused", async () => {
    await using intake = await openIntake();
    const paused = await addRepository(intake.records, "acme/paused");
    await intake.records.database.updateTable("repository").set({ state: "paused" }).where("id", "=", paused).execute();
    for (const repository of [paused, await addRepository(intake.records, "else/where")]) {
      await bind(intake, repository, "acme/website");
    }

    expect(await sendAt(intake, 0)).toBe(200);
    expect(await intake.deliveries()).toEqual([]);
  });

  it.each([
    "Changes committed",
    "Changes pushed",
    "Repository rebased",
    "Repository merged",
    "String updated in the repository",
    "String added in the repository",
    "Resource updated",
    "Source string added in the upload",
    "Comment added",
    "Component locked",
  ])("starts nothing where it is “%s”", async (action) => {
    await using intake = await bound();

    expect(await sendAt(intake, 0, { action })).toBe(200);
    expect(await intake.deliveries()).toEqual([]);
  });

  it.each(["Propagated change", "Marked for edit", "Zm\u011bna p\u0159ekladu", "An action of a later version"])(
    "is kept where it is “%s”",
    async (action) => {
      await using intake = await bound();

      expect(await sendAt(intake, 0, { action })).toBe(202);
      expect(await intake.deliveries()).toHaveLength(1);
    },
  );

  it("starts nothing where the bot made it, as soon as the service told who the bot is", async () => {
    await using intake = await bound();
    await sendAt(intake, 0);

    const own = await sendAt(intake, 1, { user: OWN_USER, author: "jana" });

    expect(own).toBe(200);
    expect(await intake.deliveries()).toHaveLength(1);
  });
});

describe("a message of the service", () => {
  const body = '{"action":"Translation changed","project":"acme","component":"website"}';
  const sent = (headers: Readonly<Record<string, string>>) => ({
    path: "/service/main",
    body,
    headers: { "content-type": "application/json", "webhook-id": "msg_1", ...headers },
  });
  // openssl dgst -sha256 -mac HMAC -macopt key:0123456789abcdefghijklmn, of "msg_1.1767225600." and the body.
  const right = "v1,DjCuHXOos/+cxNLBlSMalmnAtLHIZyYcdKF04aZqLFY=";
  const literal = standardSignature(SERVICE_SECRET, `msg_1.${String(NOW)}.25.`, body);
  const wrong = `v1,${Buffer.alloc(32).toString("base64")}`;

  it.each([
    ["as the standard has it", String(NOW), right, 202],
    ["with fractions in its time, of which whole seconds are signed", `${String(NOW)}.75`, right, 202],
    ["with fractions that are signed", `${String(NOW)}.25`, literal, 202],
    ["with several signatures, one of them right", String(NOW), `${wrong} v1a,abc ${right}`, 202],
    ["with a wrong signature", String(NOW), wrong, 401],
    ["with a signature of another version alone", String(NOW), right.replace("v1,", "v2,"), 401],
    ["with a signature without its version", String(NOW), right.replace("v1,", ""), 401],
    ["of another time than the signed one", String(NOW + 1), right, 401],
    ["without a time", "", right, 401],
    ["with a time that is none", "yesterday", right, 401],
    ["without a signature", String(NOW), "", 401],
  ])("%s is answered as it should be", async (_, time, signature, status) => {
    await using intake = await bound();

    expect((await intake.send(sent({ "webhook-timestamp": time, "webhook-signature": signature }))).status).toBe(
      status,
    );
  });

  it.each([
    [-301, 401],
    [-300, 202],
    [300, 202],
    [301, 401],
  ])("that is %d s away from our clock is answered with %d", async (seconds, status) => {
    await using intake = await bound();

    expect((await intake.send(fromService(change, NOW + seconds))).status).toBe(status);
  });

  it("may be signed with a secret that is written without whsec_", async () => {
    await using intake = await bound();
    const secret = SERVICE_SECRET.replace("whsec_", "");

    expect((await intake.send(fromService(change, NOW, { secret }))).status).toBe(202);
  });

  it.each(["", "whsec_"])("is never right where the settings have no secret (%j)", async (webhookSecret) => {
    await using intake = await bound();
    intake.set({ services: { main: { url: "", token: "", repositories: ["*"], webhookSecret } } });

    expect((await intake.send(fromService(change, NOW, { secret: "" }))).status).toBe(401);
  });
});
