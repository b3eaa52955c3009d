import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startGitHubHost, type GitHubHost } from "../../../test/support/github/host.ts";
import { createRepository, type TestRepository } from "../../../test/support/repository.ts";
import { openTestRecords, type TestRecords } from "../../../test/support/test-records.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../test/support/webhook-receiver.ts";
import { systemClock } from "../../core/clock.ts";
import type { Records } from "../../records/records.ts";
import { defaultSettings, type GitHubSettings } from "../../records/settings/settings.ts";
import { askForMissed, missedJobs } from "./missed-jobs.ts";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs1", format: "pem" }).toString();

interface OpenedBranch extends AsyncDisposable {
  readonly host: GitHubHost;
  readonly receiver: WebhookReceiver;
  readonly site: TestRepository;
  readonly records: TestRecords;
  readonly github: GitHubSettings;
  run(kind: "installations" | "missed-deliveries", different?: Partial<GitHubSettings>): Promise<void>;
}

/** @param ahead seconds that GitHub's clock is ahead of ours */
async function stage(ahead = 0): Promise<OpenedBranch> {
  await using resources = new AsyncDisposableStack();
  const site = resources.use(await createRepository({ "a.txt": "one\n" }));
  const receiver = resources.use(await startWebhookReceiver());
  const records = resources.use(await openTestRecords());
  const host = resources.use(
    await startGitHubHost({
      app: {
        id: 77,
        clientId: "Iv1.77",
        slug: "interlinear",
        publicKey: publicKey.export({ type: "spki", format: "pem" }).toString(),
        permissions: { contents: "write", "pull-requests": "write" },
        ahead,
      },
      repositories: [{ repository: "acme/site", bareRepository: site.remotePath }],
      hook: { url: receiver.url, secret: "secret", events: ["push"] },
    }),
  );
  const github: GitHubSettings = {
    kind: "github",
    serverUrl: host.serverUrl,
    apiUrl: host.apiUrl,
    appId: "77",
    privateKey: pem,
    webhookSecret: "secret",
  };
  const owned = resources.move();
  return {
    host,
    receiver,
    site,
    records,
    github,
    run: async (kind, different = {}) => {
      const settings = { ...defaultSettings, forges: { github: { ...github, ...different } } };
      // GitHub's web tokens and lists are of the real present.
      const present: Records = { ...records, clock: systemClock };
      const jobs = missedJobs({
        records: present,
        settings: async () => settings,
        tempo: { spaced: false, second: 1 },
      });
      await jobs[kind]?.({}, { number: 1 });
    },
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

describe("a series of looks for what GitHub could not deliver", () => {
  it("has growing pauses, ends, and leaves the rest to the look of every hour", async () => {
    await using records = await openTestRecords();
    const { database, clock } = records;
    const jobs = missedJobs({ records, settings: async () => defaultSettings });
    const begun = clock.now().getTime();
    const waiting = () =>
      database
        .selectFrom("job")
        .select(["id", "payload", "run_after"])
        .where("kind", "=", "missed-deliveries")
        .execute();

    await askForMissed(records);
    const after: number[] = [];
    for (let [job] = await waiting(); job !== undefined; [job] = await waiting()) {
      clock.advance(Math.max(0, Date.parse(job.run_after) - clock.now().getTime()));
      after.push((clock.now().getTime() - begun) / 1_000);
      await database.deleteFrom("job").where("id", "=", job.id).execute();
      await jobs["missed-deliveries"]?.(JSON.parse(job.payload), { number: 1 });
    }

    expect(after).toEqual([0, 10, 40, 160, 640, 2_140]);
  });

  it("begins anew after another refusal, though a later look of the former one waits", async () => {
    await using records = await openTestRecords();
    const { database } = records;
    const jobs = missedJobs({ records, settings: async () => defaultSettings });
    const keys = async () =>
      (await database.selectFrom("job").select("key").orderBy("id").execute()).map(({ key }) => key);
    await jobs["missed-deliveries"]?.({ look: 3 }, { number: 1 });

    await askForMissed(records);
    await askForMissed(records);

    expect(await keys()).toEqual(["look 4", "now", "look 0"]);
  });
});

describe("what GitHub is asked for", () => {
  it.each([0, 3_600])("is where the App is installed, whatever GitHub's clock says (%d s ahead)", async (ahead) => {
    await using place = await stage(ahead);

    await place.run("installations");

    expect(await place.records.database.selectFrom("installation").selectAll().execute()).toMatchObject([
      { forge: "github", number: 4711, account: "acme", suspended: 0 },
    ]);
    expect(await place.records.database.selectFrom("repository").selectAll().execute()).toMatchObject([
      { forge: "github", name: "acme/site", default_branch: "main", installation_id: 1, state: "active" },
    ]);
  });

  it("is what it could not deliver, and it comes again with the same id", async () => {
    await using place = await stage();
    const { host, receiver, site } = place;
    receiver.status = 503;
    await site.write({ "a.txt": "changed\n" });
    await site.publish("Change");
    await host.notice("acme/site");
    await host.hook.sender.idle();
    receiver.status = 202;

    await place.run("missed-deliveries");
    await host.hook.sender.idle();

    const guids = receiver.received.map(({ headers }) => headers["x-github-delivery"]);
    expect(guids).toHaveLength(2);
    expect(new Set(guids).size).toBe(1);
  });

  it("is nothing where everything arrived", async () => {
    await using place = await stage();
    const { host, receiver, site } = place;
    await site.write({ "a.txt": "changed\n" });
    await site.publish("Change");
    await host.notice("acme/site");
    await host.hook.sender.idle();

    await place.run("missed-deliveries");
    await host.hook.sender.idle();

    expect(receiver.received).toHaveLength(1);
  });

  it("is nothing of a GitHub without an App", async () => {
    await using place = await stage();

    await place.run("installations", { privateKey: "" });

    expect(place.host.requests).toEqual([]);
  });

  it("is told of where GitHub refuses, without the key", async () => {
    await using place = await stage();
    const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
    const wrong = other.export({ type: "pkcs1", format: "pem" }).toString();

    await expect(place.run("installations", { privateKey: wrong })).rejects.toThrow("GitHub refused to list where");

    const events = await place.records.database.selectFrom("event").select("message").execute();
    expect(events).toHaveLength(1);
    expect(events[0]?.message).toContain("GitHub “github” did not tell where the App is installed: ");
    expect(events[0]?.message).not.toContain("BEGIN");
  });
});
