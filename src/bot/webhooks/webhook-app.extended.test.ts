import * as fc from "fast-check";
import { Webhooks } from "@octokit/webhooks";
import { describe, expect, it } from "vitest";
import { timesApart } from "../../records/alerts/times-apart.ts";
import { sampled } from "../../../test/support/samples.ts";
import { intakeSettings, openIntake } from "../../../test/support/bot-intake.ts";
import {
  fromForgejo,
  fromGitHub,
  fromService,
  githubExample,
  githubExamples,
  SECRET,
  type Webhook,
} from "../../../test/support/webhooks.ts";

const INSTALLED = { installation: { id: 7 } };
const push = githubExample("push", { ...INSTALLED, ref: "refs/heads/main", deleted: false, before: "a".repeat(40) });
const NOW_SECONDS = Date.UTC(2026, 0, 1) / 1_000;
const CHANGE = { action: "Translation changed", project: "a", component: "b" };

describe("a webhook of GitHub", () => {
  it("is kept and answered with its number; sent again, it is known", async () => {
    await using intake = await openIntake();
    const webhook = fromGitHub("push", push);

    const first = await intake.send(webhook);
    const again = await intake.send(webhook);

    expect(first).toEqual({ status: 202, body: { delivery: 1 } });
    expect(again).toEqual({ status: 200, body: { delivery: 1 } });
    expect(await intake.deliveries()).toMatchObject([
      {
        source: "github",
        sender: "github",
        event: "push",
        repository: "Codertocat/Hello-World",
        state: "waiting",
        payload: { ref: "refs/heads/main", actor: "Codertocat", payload: { ref: "refs/heads/main" } },
      },
    ]);
  });

  it("is kept without what the bot has no use for", async () => {
    await using intake = await openIntake();

    await intake.send(fromGitHub("push", { ...push, pusher: { name: "x", email: "private@example.org" } }));

    const [kept] = await intake.deliveries();
    expect(JSON.stringify(kept)).not.toContain("private@example.org");
  });

  it("is accepted where octokit signed it", async () => {
    await using intake = await openIntake();
    const body = JSON.stringify({ ...push, zen: "Größer, ❤ and 𝒳" });
    const webhooks = new Webhooks({ secret: SECRET });

    const webhook = fromGitHub("push", body, { headers: { "x-hub-signature-256": await webhooks.sign(body) } });

    expect((await intake.send(webhook)).status).toBe(202);
  });

  it.each([
    ["no signature", { "x-hub-signature-256": "" }],
    ["a signature of SHA-1 alone", { "x-hub-signature-256": "", "x-hub-signature": `sha1=${"0".repeat(40)}` }],
    ["a signature without its kind", { "x-hub-signature-256": "0".repeat(64) }],
    ["a signature of something else", { "x-hub-signature-256": `sha256=${"0".repeat(64)}` }],
    ["a signature that is too short", { "x-hub-signature-256": "sha256=00" }],
    ["two signatures", { "x-hub-signature-256": `sha256=${"0".repeat(64)}, sha256=${"0".repeat(64)}` }],
  ])("with %s is refused, and nothing of it is kept", async (_, headers) => {
    await using intake = await openIntake();

    const { status } = await intake.send(fromGitHub("push", push, { headers }));

    expect(status).toBe(401);
    expect(await intake.deliveries()).toEqual([]);
    expect(await intake.records.database.selectFrom("repository").selectAll().execute()).toEqual([]);
  });

  it("signed by a secret that a changed one followed is still right, and by no other", async () => {
    await using intake = await openIntake();
    const [fresh, old] = ["a fresh one".repeat(3).replaceAll(" ", "-"), "an-old-one".repeat(3)];
    intake.set({ forges: { github: { ...github(), webhookSecret: `${fresh} ${old}` } } });
    const statuses = [];
    for (const secret of [fresh, old, `${fresh} ${old}`, "a-third-one".repeat(3)]) {
      statuses.push((await intake.send(fromGitHub("push", push, { secret }))).status);
    }

    expect(statuses).toEqual([202, 202, 401, 401]);
  });

  it.each(["", " "])("is refused whatever signed it where there is no secret (%j)", async (webhookSecret) => {
    await using intake = await openIntake();
    intake.set({ forges: { github: { ...github(), webhookSecret } } });

    expect((await intake.send(fromGitHub("push", push, { secret: webhookSecret }))).status).toBe(401);
  });

  it("for a name that nobody has gets the words of a wrong signature", async () => {
    await using intake = await openIntake();
    const wrong = { headers: { "x-hub-signature-256": `sha256=${"0".repeat(64)}` } };

    const refused = await intake.send(fromGitHub("push", push, wrong));
    const answers = [];
    for (const path of [
      "/github/nobody",
      "/github/codeberg",
      "/github/constructor",
      "/forgejo/nobody",
      "/service/nobody",
    ]) {
      answers.push(await intake.send(fromGitHub("push", push, { path })));
    }

    expect(answers).toEqual(Array.from({ length: 5 }, () => refused));
  });

  it("needs no name in the address where there is one GitHub", async () => {
    await using intake = await openIntake();
    const webhook = fromGitHub("push", push, { path: "/github" });

    const only = await intake.send(webhook);
    intake.set({ forges: { github: github(), enterprise: github() } });
    const oneOfTwo = await intake.send(webhook);

    expect([only.status, oneOfTwo.status]).toEqual([202, 401]);
  });

  it("may come as a form", async () => {
    await using intake = await openIntake();
    const body = new URLSearchParams({ payload: JSON.stringify(push) }).toString();

    const webhook = fromGitHub("push", body, { headers: { "content-type": "application/x-www-form-urlencoded" } });

    expect((await intake.send(webhook)).status).toBe(202);
  });

  it("that only tries whether we are here is answered, and not kept", async () => {
    await using intake = await openIntake();

    expect(await intake.send(fromGitHub("ping", githubExample("ping")))).toMatchObject({ status: 200 });
    expect(await intake.deliveries()).toEqual([]);
  });

  it("that asks for nothing is kept with the reason, and starts nothing", async () => {
    await using intake = await openIntake();

    await intake.send(fromGitHub("push", { ...push, ref: "refs/tags/v1" }));

    expect(await intake.deliveries()).toMatchObject([
      { state: "ignored", reason: "refs/tags/v1 is a tag: strings are sent when a branch is pushed." },
    ]);
    expect(await intake.records.jobs.lengths()).toEqual({});
  });

  it("is ignored where the App is not installed, and where a person paused the repository", async () => {
    await using intake = await openIntake();
    const stranger = { ...push, installation: undefined };
    await intake.send(fromGitHub("push", stranger));
    await intake.send(fromGitHub("push", push));
    await intake.records.database.updateTable("repository").set({ state: "paused" }).execute();
    await intake.send(fromGitHub("push", push));

    expect((await intake.deliveries()).map(({ state, repository, reason }) => [state, repository, reason])).toEqual([
      ["ignored", null, "The App is not installed in Codertocat/Hello-World."],
      ["waiting", "Codertocat/Hello-World", ""],
      [
        "ignored",
        "Codertocat/Hello-World",
        "Codertocat/Hello-World is paused: nothing is done until somebody lets it go on.",
      ],
    ]);
  });
});

describe("GitHub's own examples", () => {
  const examples = githubExamples().map(({ event, payload }, index) => [event, index, payload] as const);

  it("are there, of every kind that the bot knows", () => {
    const known = new Set(examples.map(([event]) => event));
    for (const event of ["push", "pull_request", "issue_comment", "check_run", "installation", "delete"]) {
      expect(known).toContain(event);
    }
  });

  it("are all taken when they are signed, each once, and refused when they are not", async () => {
    await using intake = await openIntake();
    const statuses = new Map<number, number>();
    let kept = 0;
    for (const [event, index, payload] of examples) {
      const webhook = fromGitHub(event, payload, { guid: `example-${String(index)}` });
      const { status } = await intake.send(webhook);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 202) kept += 1;
      // GitHub's redelivery of what we have.
      expect((await intake.send(webhook)).status).toBe(200);
      const forged = { ...webhook, headers: { ...webhook.headers, "x-hub-signature-256": `sha256=${"0".repeat(64)}` } };
      expect((await intake.send(forged)).status).toBe(401);
    }

    expect(new Set(statuses.keys())).toEqual(new Set([200, 202]));
    expect(await intake.deliveries()).toHaveLength(kept);
    // Few are about no repository at all: pings, members of organisations.
    expect(statuses.get(202) ?? 0).toBeGreaterThan(examples.length * 0.75);
  });
});

describe("a webhook of Forgejo", () => {
  const payload = {
    ...githubExample("push"),
    ref: "refs/heads/main",
    repository: { id: 1, full_name: "acme/app", default_branch: "main" },
  };

  it.each(["forgejo", "gitea", "gogs"])("is kept under the name %s that it gives itself", async (brand) => {
    await using intake = await openIntake();

    expect((await intake.send(fromForgejo("push", payload, { brand }))).status).toBe(202);
    expect(await intake.deliveries()).toMatchObject([
      { source: "forgejo", sender: "codeberg", repository: "acme/app" },
    ]);
  });

  it("may be signed as GitHub's are", async () => {
    await using intake = await openIntake();
    const { headers, body } = fromGitHub("push", payload);
    const signature = headers["x-hub-signature-256"] ?? "";
    const unsigned = fromForgejo("push", payload);
    const { "x-forgejo-signature": _, ...others } = unsigned.headers;

    expect(
      (await intake.send({ ...unsigned, body, headers: { ...others, "x-hub-signature-256": signature } })).status,
    ).toBe(202);
  });

  it.each([
    ["wrong", "0".repeat(64)],
    ["with a prefix", `sha256=${"0".repeat(64)}`],
    ["empty", ""],
  ])("with a signature that is %s is refused", async (_, signature) => {
    await using intake = await openIntake();

    expect(
      (await intake.send(fromForgejo("push", payload, { headers: { "x-forgejo-signature": signature } }))).status,
    ).toBe(401);
  });

  it("of a repository that the settings do not name is kept as ignored", async () => {
    await using intake = await openIntake();

    await intake.send(fromForgejo("push", { ...payload, repository: { id: 2, full_name: "else/where" } }));

    expect(await intake.deliveries()).toMatchObject([
      {
        state: "ignored",
        repository: null,
        reason: "else/where is not among the repositories that the settings name for codeberg.",
      },
    ]);
  });
});

describe("refused webhooks", () => {
  it("are told of once in ten minutes, with how many they were", async () => {
    await using intake = await openIntake();
    const wrong = fromGitHub("push", push, { secret: "guessed" });
    for (let count = 0; count < 40; count += 1) await intake.send(wrong);
    for (const name of ["a", "b", "c"]) await intake.send({ ...wrong, path: `/github/${name}` });
    intake.records.clock.advance(10 * 60_000);
    await intake.send(wrong);

    const because = "was refused: its signature is missing or wrong.";
    expect(await intake.events()).toEqual([
      `A webhook for GitHub “github” ${because}`,
      `A webhook for an unknown sender ${because}`,
      `A webhook for GitHub “github” ${because} 39 more were refused since the last such line.`,
    ]);
  });
});

describe("a genuine message of a service that comes from another time", () => {
  it("is refused, the log says by how much, and it counts as a wrong clock until one comes from ours", async () => {
    await using intake = await openIntake();
    const at = (seconds: number): Webhook => fromService(CHANGE, NOW_SECONDS + seconds);
    const apart = () => timesApart(intake.records, ["main"]);

    expect((await intake.send(at(-720))).status).toBe(401);
    expect(await apart()).toEqual([
      { service: "main", seconds: 720, time: new Date(NOW_SECONDS * 1_000).toISOString() },
    ]);
    expect(await intake.events()).toEqual([
      "A webhook for the service “main” was refused: its signature is right, but 720 seconds old.",
    ]);

    expect((await intake.send(at(0))).status).not.toBe(401);
    expect(await apart()).toEqual([]);
  });

  it("counts for nobody where the signature is wrong, too", async () => {
    await using intake = await openIntake();

    await intake.send(
      fromService(CHANGE, NOW_SECONDS - 720, { secret: Buffer.from("x".repeat(32)).toString("base64") }),
    );

    expect(await timesApart(intake.records, ["main"])).toEqual([]);
  });
});

describe("a hostile body", () => {
  const send = async (webhook: Webhook): Promise<number> => {
    await using intake = await openIntake();
    return (await intake.send(webhook)).status;
  };
  const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const polluting = `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${JSON.stringify(push).slice(1)}`;

  it.each([
    ["no JSON", "{", 400],
    ["nothing at all", "", 400],
    ["JSON of another form", "[1]", 200],
    ["null", "null", 200],
    ["200,000 lists in each other", deep, 200],
    ["bytes that are no UTF-8", Uint8Array.of(0x22, 0xff, 0xfe, 0x22), 400],
    ["UTF-16", Buffer.from(JSON.stringify(push), "utf16le"), 400],
    ["names of JavaScript's own", polluting, 202],
    ["a repository with a path for a name", { ...push, repository: { id: 1, full_name: "../../etc/passwd" } }, 200],
    ["a repository that is a dot", { ...push, repository: { id: 1, full_name: "acme/.." } }, 200],
    ["numbers beyond all measure", { ...push, repository: { id: 1e300, full_name: "acme/app" } }, 202],
    ["U+0000 and half a character", { ...push, action: "a\u0000b", ref: "refs/tags/\u0000\ud800" }, 202],
  ])("of %s breaks nothing", async (_, payload, status) => {
    expect(await send(fromGitHub("push", payload))).toBe(status);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  it("of more than the settings allow is not read, whether it says so or not", async () => {
    await using intake = await openIntake();
    const long = "x".repeat(26_214_401);

    expect((await intake.send(fromGitHub("push", long))).status).toBe(413);
    expect((await intake.send(fromGitHub("push", long, { headers: { "content-length": "9" } }))).status).toBe(413);
    expect((await intake.send(fromGitHub("push", "{}", { headers: { "content-length": "99999999" } }))).status).toBe(
      413,
    );
  });

  it.each([
    ["content-type", "text/plain"],
    ["x-github-event", "../push"],
    ["x-github-event", ""],
    ["x-github-delivery", ""],
    ["x-github-delivery", "one, two"],
    ["x-github-delivery", "x".repeat(201)],
  ])("with the header %s: %j is refused", async (name, value) => {
    expect(await send(fromGitHub("push", push, { headers: { [name]: value } }))).toBe(400);
  });

  it("never makes the bot fail, whatever a sender with the secret puts into it", async () => {
    await using intake = await openIntake();
    const names = [
      "action",
      "repository",
      "installation",
      "pull_request",
      "comment",
      "issue",
      "ref",
      "sender",
      "changes",
      "repositories",
      "component",
      "project",
    ];
    const payload = fc.dictionary(fc.constantFrom(...names, "__proto__", "x"), fc.jsonValue({ maxDepth: 4 }));
    const named = payload.map((some) => ({ ...push, ...some }));
    const event = fc.constantFrom(
      "push",
      "pull_request",
      "issue_comment",
      "installation",
      "installation_repositories",
      "repository",
      "delete",
      "check_run",
    );
    const webhook = fc.oneof(
      fc
        .tuple(event, fc.oneof(payload, named, fc.string({ unit: "binary" }), fc.uint8Array()))
        .map(([name, body]) => fromGitHub(name, body)),
      fc.tuple(event, fc.oneof(payload, named)).map(([name, body]) => fromForgejo(name, body)),
      payload.map((body) =>
        fromService({ action: "Translation changed", project: "a", component: "b", ...body }, NOW_SECONDS),
      ),
    );

    await fc.assert(
      fc.asyncProperty(webhook, async (some) => {
        expect((await intake.send(some)).status).toBeLessThan(500);
      }),
      { numRuns: sampled(400) },
    );
  });
});

function github() {
  const { github: found } = intakeSettings.forges;
  if (found?.kind !== "github") throw new Error("The settings have a GitHub.");
  return found;
}
