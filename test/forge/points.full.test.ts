import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { webSource } from "../support/sample-files.ts";
import type { EntryName } from "./entry.ts";
import { hostedRepository, type HostedRepository } from "./hosted-repository.ts";
import { forge, pageFor, tell, tokenWith } from "./lab.ts";

/**
 * What the first trial on a real server found wrong, by its number there; where the rest is played:
 * 1 (comments), 2 (orders), 3 and 4 (forks), 5 (one workflow), 8 (links), 11 (an order's plan): scenes.ts; 6 (doctor): doctor.test.ts.
 */
let hosted: HostedRepository;

beforeAll(async () => {
  hosted = await hostedRepository("action", { mapping: 'pull-request:\n  labels: [i18n, "Übersetzung"]\n' });
});
afterAll(() => hosted[Symbol.asyncDispose]());

async function proposed(text: string): Promise<{ readonly number: number; readonly body: string }> {
  await hosted.translate("title", text);
  await hosted.bringHome();
  const [pull] = await hosted.ours();
  return pull;
}

/** @returns the message of main's newest commit */
async function squashed(number: number, more: object = {}): Promise<string> {
  await hosted.api("dev", "POST", `/pulls/${String(number)}/merge`, { Do: "squash", ...more });
  await hosted.entry.quiet();
  await hosted.clone.git("fetch", "--quiet", "--prune", "forge");
  return hosted.clone.git("log", "-1", "--format=%B", "forge/main");
}

const translators = "Co-authored-by: Jana Nováková <";

describe("what the first trial on a real server found wrong", () => {
  it("12: no run on our own pull request is shown as cancelled", async () => {
    // The labels are made by the run: that is one event more, at the same moment, while Gitea knows no `github.run_id` yet.
    const { number } = await proposed("Guten Tag");
    await proposed("Servus");
    expect((await hosted.api("dev", "GET", `/pulls/${String(number)}`)).labels).toHaveLength(2);

    const { workflow_runs: runs } = await hosted.api("dev", "GET", "/actions/runs?limit=50");
    const ended = runs.map(
      ({ event, conclusion }: Record<string, string>) => `${String(event)}: ${String(conclusion)}`,
    );
    expect(ended.filter((each: string) => each.startsWith("pull_request")).length).toBeGreaterThan(2);
    expect(ended.filter((each: string) => !each.endsWith(": success"))).toEqual([]);
  });

  it("13: the translators' addresses are to be read in the text as the server shows it", async () => {
    const [{ body }] = await hosted.ours();
    expect(body).toContain(translators.replace("<", ""));
    const html: string = await tell(forge.tokenOf("dev"), "POST", "/markdown", {
      Text: body,
      Mode: "gfm",
      Context: `/${hosted.name}`,
    });

    expect(html).toMatch(/Co-authored-by: Jana Nováková (?:<code>)?&lt;(?:<a [^>]*>)?[^<>&]+@[^<>&]+(?:<\/a>)?&gt;/);
  });

  it("11: a plan on the command line counts what waits in the open pull request", async () => {
    await hosted.clone.git("checkout", "--quiet", "-B", "main", "forge/main");
    const { stdout, output, exitCode } = await runCli(["plan"], {
      cwd: hosted.clone.path,
      environment: {
        INTERLINEAR_TOKEN: hosted.site.botToken,
        GITEA_TOKEN: forge.documentedToken,
        FORGEJO_SERVER_URL: forge.url,
        FORGEJO_REPOSITORY: hosted.name,
      },
    });

    expect(exitCode, output).toBe(0);
    expect(stdout).toContain("1 file waits in the open pull request already");
    expect(stdout).not.toContain("download");
  });

  it("9: a squash by the API names our commit's author alone, and what it is given besides; the page takes over the text by a template", async () => {
    const [{ number }] = await hosted.ours();
    const bare = await squashed(number);
    expect(bare).not.toContain(translators);
    expect(bare).toContain("Co-authored-by: ");

    const template = "${PullRequestTitle}\n\n${PullRequestDescription}\n";
    await hosted.push({ ".gitea/default_merge_message/SQUASH_TEMPLATE.md": template });
    await hosted.entry.quiet();
    const next = await proposed("Moin");
    const page = await pageFor("dev", `/${hosted.name}/pulls/${String(next.number)}`);
    const filledIn: unknown = JSON.parse(/const defaultSquashMergeMessage = (".*");/.exec(page)?.[1] ?? '""');
    expect(filledIn).toContain("Co-authored-by: Jana Nováková");
    expect(await squashed(next.number, { MergeMessageField: filledIn })).toContain(translators);
  });

  it("10: a lost placeholder is called that, and not by another format's flag", async () => {
    const german = (await hosted.file("locales/de.json", "main")) ?? "";
    await hosted.push({ "locales/de.json": german.replace("{count} ", "") }, "broken");
    const { number } = await hosted.api("dev", "POST", "/pulls", { head: "broken", base: "main", title: "Break" });
    await hosted.entry.quiet();

    const [review = ""] = await hosted.said(number, "review");
    expect(review).toContain("{count}");
    expect(review).not.toContain("perl");
  });
});

describe.each<EntryName>(["action", "bot"])("7: what the server refuses to the %s", (kind) => {
  it("is told with the scope that is missing, where people look", async () => {
    await using other = await hostedRepository(kind, { token: await tokenWith(["write:repository"]) });
    await other.push({ "locales/en.json": webSource.replace('"Hello"', '"Hi"') }, "topic");
    const { number } = await other.api("dev", "POST", "/pulls", { head: "topic", base: "main", title: "Topic" });
    await other.entry.quiet();

    expect(await other.comments(number)).toEqual([]);
    const { isGood, words } = await other.entry.lastRun("review");
    expect(words).toContain("write:issue");
    // A job's colour is that of the work itself; the warning is in its log and summary. A bot has no colour but this.
    expect(isGood).toBe(kind === "action");
    if (kind === "action") expect(words).toMatch(/::warning[^\n]*write:issue/);
  });
});
