import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sourceOnService } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";
import { hostedRepository, type HostedRepository } from "./hosted-repository.ts";
import { eventually, mirrorAction, type Person } from "./lab.ts";

const greeting = (text: string): string => webSource.replace('"Hello"', JSON.stringify(text));

/** One repository, whose history goes on from test to test, with the README's workflow and the token that the documents name. */
let hosted: HostedRepository;

beforeAll(async () => {
  await mirrorAction();
  hosted = await hostedRepository({ inputs: ["github-token: ${{ secrets.BOT_TOKEN }}"] });
  await hosted.api("dev", "PUT", "/collaborators/forker", { permission: "write" });
  await hosted.quiet();
});
afterAll(() => hosted[Symbol.asyncDispose]());

async function dispatch(): Promise<void> {
  await hosted.api("dev", "POST", "/actions/workflows/interlinear.yml/dispatches", { ref: "main" });
  await hosted.quiet();
}

async function comments(number: number): Promise<readonly { id: number; body: string; user: { login: string } }[]> {
  return hosted.api("dev", "GET", `/issues/${String(number)}/comments`);
}

async function said(number: number, marker: string): Promise<readonly string[]> {
  return (await comments(number))
    .filter(({ body }) => body.startsWith(`<!-- interlinear:${marker} -->`))
    .map(({ body }) => body);
}

async function order(person: Person, number: number, words: string): Promise<readonly string[]> {
  const { id } = await hosted.api(person, "POST", `/issues/${String(number)}/comments`, {
    body: `/interlinear ${words}`,
  });
  const found = await eventually(`an end of ${words}`, async () => {
    const reactions: readonly { content: string }[] =
      (await hosted.api("dev", "GET", `/issues/comments/${String(id)}/reactions`)) ?? [];
    const contents = reactions.map(({ content }) => content);
    return contents.some((content) => content !== "eyes") ? contents : undefined;
  });
  await hosted.quiet();
  return found.toSorted();
}

describe("the action in a real runner of a real Gitea, with the token that the documents name", () => {
  it("push: changed strings go to the service", async () => {
    await hosted.push({ "locales/en.json": greeting("Hello there") });
    await hosted.quiet();

    expect(await sourceOnService(hosted.site, "acme/web", "title")).toBe("Hello there");
  });

  it("dispatch: translations come home in one pull request, and its links stay good after the merge", async () => {
    await hosted.translate("title", "Guten Tag");
    await dispatch();
    const [pull] = await hosted.ours();

    expect(pull).toMatchObject({ base: { ref: "main" }, user: { login: "bot" } });
    expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Guten Tag");
    expect(pull.body).not.toContain("/src/branch/");

    const runs = await dispatch().then(() => hosted.quiet());
    expect(runs.map(({ conclusion }) => conclusion)).not.toContain("failure");
    expect(await hosted.ours()).toHaveLength(1);
  });

  it("review: one comment and one status, edited at the second push", async () => {
    await hosted.push({ "locales/en.json": greeting("Hi") }, "topic");
    const { number } = await hosted.api("dev", "POST", "/pulls", { head: "topic", base: "main", title: "Topic" });
    await hosted.quiet();
    const [first] = await said(number, "review");
    expect(first).toContain("1 string changed");

    const commit = await hosted.push({ "locales/en.json": greeting("Hi").replace('"Save"', '"Store"') }, "topic");
    await hosted.quiet();

    expect(await said(number, "review")).toEqual([expect.stringContaining("2 strings changed")]);
    const statuses: readonly { context: string; status: string }[] = await hosted.api(
      "dev",
      "GET",
      `/statuses/${commit}`,
    );
    expect(statuses.filter(({ context }) => context === "Interlinear")).toMatchObject([{ status: "success" }]);
  });

  it("orders: the owner and a writer are obeyed, with eyes first; a stranger is not", async () => {
    const [topic] = await hosted
      .api("dev", "GET", "/pulls?state=open")
      .then((pulls: { number: number; head: { ref: string } }[]) => pulls.filter(({ head }) => head.ref === "topic"));
    const number = topic?.number ?? 0;

    expect(await order("dev", number, "help")).toEqual(["+1", "eyes"]);
    expect(await order("dev", number, "plan")).toEqual(["eyes", "rocket"]);
    expect(await order("forker", number, "stats")).toEqual(["eyes", "rocket"]);
    expect(await said(number, "answer")).toEqual([expect.stringContaining("German")]);
    expect(await order("dev", number, "sync")).toEqual(["eyes", "rocket"]);
    expect(await order("dev", number, "rebase")).toEqual(["eyes", "rocket"]);
    expect(await order("dev", number, "nonsense")).toEqual(["confused", "eyes"]);
    expect(await order("stranger", number, "sync")).toEqual(["-1", "eyes"]);
    expect(await said(number, "answer")).toHaveLength(1);
  });
});

describe("the action in a real runner, as the history goes on", () => {
  it("a person's commit on our branch is left alone with a word, and the ticked box makes the branch anew", async () => {
    await hosted.translate("title", "Servus");
    await dispatch();
    const [pull] = await hosted.ours();
    await hosted.push({ "note.txt": "mine\n" }, "interlinear/main");
    await hosted.translate("title", "Moin");
    await dispatch();
    const words = (await comments(pull.number)).map(({ body }) => body).join("\n");
    expect(words).toContain("left alone");
    expect(await hosted.file("note.txt", "interlinear/main")).toBe("mine\n");

    const { body } = await hosted.api("dev", "GET", `/pulls/${String(pull.number)}`);
    await hosted.api("dev", "PATCH", `/pulls/${String(pull.number)}`, {
      body: String(body).replace("- [ ] Rebase", "- [x] Rebase"),
    });
    await hosted.quiet();

    expect(await hosted.file("note.txt", "interlinear/main")).toBeUndefined();
    expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Moin");
  });

  it.each(["squash", "merge", "rebase"])(
    "merge by %s: the links of the text stay good, and the next run is in step",
    async (method) => {
      await hosted.translate("title", `Tag ${method}`);
      await dispatch();
      const [pull] = await hosted.ours();
      const links = [...String(pull.body).matchAll(/\((http:\/\/127[^)\s]*\/src\/[^)\s]*)\)/g)].map(
        ([, link = ""]) => link,
      );
      expect(links.length).toBeGreaterThan(0);
      await hosted.api("dev", "POST", `/pulls/${String(pull.number)}/merge`, { Do: method });
      await hosted.quiet();

      expect(await hosted.file("locales/de.json", "main")).toContain(`Tag ${method}`);
      expect(await hosted.file("locales/de.json", "interlinear/main")).toBeUndefined();
      for (const link of links) expect((await fetch(link.replace(/#.*/, ""))).status, link).toBe(200);
      await dispatch();
      expect(await hosted.ours()).toEqual([]);
    },
  );

  it("a rule over interlinear/** fails the run with the server's words, and nothing is lost", async () => {
    const rule = { rule_name: "interlinear/**", enable_push: false };
    await hosted.api("dev", "POST", "/branch_protections", rule);
    await hosted.translate("title", "Geschützt");
    await dispatch();
    const [run] = await hosted.quiet();
    expect(run).toMatchObject({ event: "workflow_dispatch", conclusion: "failure" });
    await hosted.api("dev", "DELETE", `/branch_protections/${encodeURIComponent("interlinear/**")}`);
    await dispatch();

    expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Geschützt");
  });
});
