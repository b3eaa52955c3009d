import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sourceOnService } from "../support/bot-world.ts";
import { webSource } from "../support/sample-files.ts";
import { FORKS, forksWorkflow, workflow, WORKFLOW } from "./action-entry.ts";
import type { EntryName, HostedRepositoryOptions } from "./entry.ts";
import { hostedRepository, type HostedRepository } from "./hosted-repository.ts";
import { eventually, forkOf, type Person } from "./lab.ts";

const NAMES = { action: "the action in a real runner", bot: "the bot by webhooks" } satisfies Record<EntryName, string>;
/** What the server itself offers for a pull request. */
const METHODS = ["squash", "merge", "rebase"];

const greeting = (text: string): string => webSource.replace('"Hello"', JSON.stringify(text));

/** Repositories that tests made, disposed of at the end. */
function story(
  kind: EntryName,
  options: () => HostedRepositoryOptions | Promise<HostedRepositoryOptions> = () => ({}),
): { readonly hosted: HostedRepository } {
  let hosted: HostedRepository | undefined;
  beforeAll(async () => {
    hosted = await hostedRepository(kind, await options());
  });
  afterAll(() => hosted?.[Symbol.asyncDispose]());
  return {
    get hosted() {
      if (hosted === undefined) throw new Error("There is no repository.");
      return hosted;
    },
  };
}

async function opened(hosted: HostedRepository, head: string, person: Person = "dev"): Promise<number> {
  const { number } = await hosted.api(person, "POST", "/pulls", { head, base: "main", title: "A change" });
  await hosted.entry.quiet();
  return number;
}

/** @returns the reactions of the order's comment in the end */
async function order(
  hosted: HostedRepository,
  person: Person,
  pull: number,
  words: string,
): Promise<readonly string[]> {
  const body = { body: `/interlinear ${words}` };
  const { id } = await hosted.api(person, "POST", `/issues/${String(pull)}/comments`, body);
  await hosted.entry.quiet();
  const found = await eventually(`an end of ${words}`, async () => {
    const reactions: readonly { content: string }[] =
      (await hosted.api("dev", "GET", `/issues/comments/${String(id)}/reactions`)) ?? [];
    const contents = reactions.map(({ content }) => content);
    return contents.some((content) => content !== "eyes") ? contents : undefined;
  });
  return found.toSorted();
}

/** However slow the machine is: the server tells when it comes to it, and nobody else knows whether it still has to. */
async function inTheEnd(hosted: HostedRepository, holds: () => Promise<void>): Promise<void> {
  for (let left = 20; ; left -= 1) {
    try {
      return await holds();
    } catch (error) {
      if (left === 0) throw error;
      await hosted.entry.quiet();
    }
  }
}

async function theOne(hosted: HostedRepository): Promise<{ number: number; body: string }> {
  const found = await hosted.ours();
  expect(found).toHaveLength(1);
  return found[0];
}

/** What everybody needs, by one entry: enough to tell in a minute whether the server still answers as it did. */
export function playBasics(kind: EntryName): void {
  describe(`${NAMES[kind]}, with the token that the documents name`, () => {
    const one = story(kind);

    it("push: changed strings go to the service", async () => {
      const { hosted } = one;
      await hosted.push({ "locales/en.json": greeting("Hello there") });
      await hosted.entry.quiet();

      await inTheEnd(hosted, async () => {
        expect(await sourceOnService(hosted.site, hosted.component, "title")).toBe("Hello there");
      });
    });

    it("run by hand: translations come home in one pull request, and a second run writes nothing", async () => {
      const { hosted } = one;
      await hosted.translate("title", "Guten Tag");
      await hosted.bringHome();
      const [pull] = await hosted.ours();

      expect(pull).toMatchObject({ base: { ref: "main" }, user: { login: "bot" } });
      expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Guten Tag");
      expect(pull.body).not.toContain("/src/branch/");

      await hosted.bringHome();
      const [again, ...more] = await hosted.ours();
      expect(more).toEqual([]);
      expect([again.head.sha, again.body]).toEqual([pull.head.sha, pull.body]);
    });

    it("review: one comment and one status, edited at the second push", async () => {
      const { hosted } = one;
      await hosted.push({ "locales/en.json": greeting("Hi") }, "topic");
      const number = await opened(hosted, "topic");
      await inTheEnd(hosted, async () => {
        expect(await hosted.said(number, "review")).toEqual([expect.stringContaining("1 string changed")]);
      });

      const files = { "locales/en.json": greeting("Hi").replace('"Save"', '"Store"') };
      const commit = await hosted.push(files, "topic");
      await hosted.entry.quiet();

      await inTheEnd(hosted, async () => {
        expect(await hosted.said(number, "review")).toEqual([expect.stringContaining("2 strings changed")]);
        const statuses: readonly { context: string }[] = await hosted.api("dev", "GET", `/statuses/${commit}`);
        expect(statuses.filter(({ context }) => context === "Interlinear")).toMatchObject([{ status: "success" }]);
      });
    });
  });
}

/** Everything else that is said to work; both entries have to do the same. */
export function playScenes(kind: EntryName): void {
  describe(`${NAMES[kind]}, as the work goes on`, () => {
    const one = story(kind);

    it("orders: the owner and a writer are obeyed, with eyes first; a stranger is not", async () => {
      const { hosted } = one;
      await hosted.translate("title", "Guten Tag");
      await hosted.bringHome();
      await hosted.api("dev", "PUT", "/collaborators/forker", { permission: "write" });
      await hosted.push({ "locales/en.json": greeting("Good morning") }, "orders");
      const number = await opened(hosted, "orders");

      expect(await order(hosted, "dev", number, "help")).toEqual(["+1", "eyes"]);
      expect(await order(hosted, "dev", number, "plan")).toEqual(["eyes", "rocket"]);
      expect(await hosted.said(number, "answer")).toEqual([
        expect.stringContaining("waits in the open pull request already"),
      ]);
      expect(await order(hosted, "forker", number, "stats")).toEqual(["eyes", "rocket"]);
      expect(await hosted.said(number, "answer")).toEqual([expect.stringContaining("German")]);
      expect(await order(hosted, "dev", number, "sync")).toEqual(["eyes", "rocket"]);
      expect(await order(hosted, "dev", number, "rebase")).toEqual(["eyes", "rocket"]);
      expect(await order(hosted, "dev", number, "nonsense")).toEqual(["confused", "eyes"]);
      expect(await order(hosted, "stranger", number, "sync")).toEqual(["-1", "eyes"]);
      expect(await hosted.said(number, "answer")).toHaveLength(1);
    });

    it("a person's commit on our branch is left alone with a word, and the ticked box makes the branch anew", async () => {
      const { hosted } = one;
      await hosted.translate("title", "Servus");
      await hosted.bringHome();
      const { number } = await theOne(hosted);
      await hosted.push({ "note.txt": "mine\n" }, "interlinear/main");
      await hosted.translate("title", "Moin");
      await hosted.bringHome();
      expect((await hosted.comments(number)).map(({ body }) => body).join("\n")).toContain("left alone");
      expect(await hosted.file("note.txt", "interlinear/main")).toBe("mine\n");

      const place = `/pulls/${String(number)}`;
      const { body } = await hosted.api("dev", "GET", place);
      await hosted.api("dev", "PATCH", place, { body: String(body).replace("- [ ] Rebase", "- [x] Rebase") });
      await hosted.entry.quiet();

      await inTheEnd(hosted, async () => {
        expect(await hosted.file("note.txt", "interlinear/main")).toBeUndefined();
        expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Moin");
      });
    });

    it.each(METHODS)("merge by %s: the links of the text stay good, and the next run is in step", async (method) => {
      const { hosted } = one;
      await hosted.translate("title", `Tag ${method}`);
      await hosted.bringHome();
      const { number, body } = await theOne(hosted);
      const links = [...body.matchAll(/\((http:\/\/127[^)\s]*\/src\/[^)\s]*)\)/g)].map(([, link = ""]) => link);
      expect(links.length).toBeGreaterThan(0);
      await hosted.api("dev", "POST", `/pulls/${String(number)}/merge`, { Do: method });
      await hosted.entry.quiet();

      expect(await hosted.file("locales/de.json", "main")).toContain(`Tag ${method}`);
      await inTheEnd(hosted, async () => {
        expect(await hosted.file("locales/de.json", "interlinear/main")).toBeUndefined();
      });
      for (const link of links) expect((await fetch(link.replace(/#.*/, ""))).status, link).toBe(200);
      await hosted.bringHome();
      expect(await hosted.ours()).toEqual([]);
    });

    it("a rule over interlinear/** fails the run with the server's words, and nothing is lost", async () => {
      const { hosted } = one;
      await hosted.api("dev", "POST", "/branch_protections", { rule_name: "interlinear/**", enable_push: false });
      await hosted.translate("title", "Geschützt");
      await hosted.bringHome();
      const { isGood, words } = await hosted.entry.lastRun();
      expect({ isGood, words }).toMatchObject({ isGood: false, words: expect.stringContaining("IL-F04") });
      expect(words).toContain("protected branch");
      await hosted.api("dev", "DELETE", `/branch_protections/${encodeURIComponent("interlinear/**")}`);
      await hosted.bringHome();

      expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Geschützt");
    });
  });

  describe(`${NAMES[kind]}, where a pull request of ours ends`, () => {
    const one = story(kind);

    it("closed by a person: the same does not come again, something newer does", async () => {
      const { hosted } = one;
      await hosted.translate("title", "Nein danke");
      await hosted.bringHome();
      const { number } = await theOne(hosted);
      await hosted.api("dev", "PATCH", `/pulls/${String(number)}`, { state: "closed" });
      await hosted.entry.quiet();
      await hosted.bringHome();
      expect(await hosted.ours()).toEqual([]);

      await hosted.translate("title", "Na gut");
      await hosted.bringHome();
      const newer = await theOne(hosted);
      expect(newer.number).toBeGreaterThan(number);
      expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Na gut");
    });

    it("its branch deleted by a person: the server closes it, and that is the same no", async () => {
      const { hosted } = one;
      const { number } = await theOne(hosted);
      await hosted.clone.git("push", "--quiet", "forge", ":interlinear/main");
      await hosted.entry.quiet();
      await inTheEnd(hosted, async () => {
        const pull = await hosted.api("dev", "GET", `/pulls/${String(number)}`);
        expect(pull).toMatchObject({ state: "closed", merged: false });
      });
      await hosted.bringHome();
      expect(await hosted.ours()).toEqual([]);
      const { isGood, words } = await hosted.entry.lastRun();
      expect(isGood).toBe(true);
      expect(words).toContain("held exactly this, and was closed, by hand or with its branch");

      // Asked for, the same comes again, though the branch is gone.
      expect(await order(hosted, "dev", number, "rebase")).toEqual(["eyes", "rocket"]);
      await theOne(hosted);
      expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Na gut");
    });

    it("its difference is gone: it is closed with a word of why, and its branch goes", async () => {
      const { hosted } = one;
      const { number } = await theOne(hosted);
      const merged = await hosted.file("locales/de.json", "interlinear/main");
      await hosted.push({ "locales/de.json": merged ?? "" });
      await hosted.entry.quiet();
      await hosted.bringHome();

      expect(await hosted.ours()).toEqual([]);
      expect((await hosted.comments(number)).map(({ body }) => body).join("\n")).toContain("Nothing is left to merge");
      expect(await hosted.file("locales/de.json", "interlinear/main")).toBeUndefined();
    });

    it("a force-push of main is followed, and nobody is accused of commits on our branch", async () => {
      const { hosted } = one;
      await hosted.push({ "README.md": "# Soon gone\n" });
      await hosted.translate("title", "Grüß Gott");
      await hosted.entry.quiet();
      await hosted.bringHome();
      await hosted.clone.git("fetch", "--quiet", "--prune", "forge");
      await hosted.clone.git("checkout", "--quiet", "-B", "main", "forge/main~1");
      await hosted.clone.write({ "locales/en.json": greeting("Hello again") });
      await hosted.clone.git("commit", "--quiet", "--all", "--message", "Other history");
      await hosted.clone.git("push", "--quiet", "--force", "forge", "main");
      await hosted.entry.quiet();
      await hosted.translate("button.save", "Sichern");
      await hosted.bringHome();

      await inTheEnd(hosted, async () => {
        expect(await sourceOnService(hosted.site, hosted.component, "title")).toBe("Hello again");
      });
      const { number } = await theOne(hosted);
      expect((await hosted.comments(number)).map(({ body }) => body).join("\n")).not.toContain("left alone");
      expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Sichern");
    });

    it("group-by: the ungrouped pull request gives way to one a language", async () => {
      const { hosted } = one;
      const mapping = await hosted.file(".github/interlinear.yml", "main");
      await hosted.push({ ".github/interlinear.yml": `${mapping ?? ""}pull-request:\n  group-by: language\n` });
      await hosted.translate("title", "Dobrý den", "cs");
      await hosted.entry.quiet();
      await hosted.bringHome();

      const heads = (await hosted.ours()).map(({ head }) => String(head.ref)).toSorted();
      expect(heads).toEqual(["interlinear/main--cs", "interlinear/main--de"]);
    });
  });

  describe(`${NAMES[kind]}, and a fork`, () => {
    const one = story(kind, async () => (kind === "action" ? { files: { [FORKS]: await forksWorkflow() } } : {}));

    it("its pull request is reviewed, and nothing of it turns red", async () => {
      const { hosted } = one;
      await hosted.clone.git("remote", "add", "fork", await forkOf(hosted.name, "stranger"));
      await hosted.push({ "locales/en.json": greeting("Hello from afar") }, "afar", "fork");
      const number = await opened(hosted, "stranger:afar", "stranger");
      await hosted.entry.approve();

      await inTheEnd(hosted, async () => {
        expect(await hosted.said(number, "review")).toEqual([expect.stringContaining("1 string changed")]);
      });
      expect(await hosted.comments(number)).toHaveLength(1);
      expect((await hosted.entry.lastRun()).isGood).toBe(true);

      await hosted.push({ "locales/en.json": greeting("Hello from afar, twice") }, "afar", "fork");
      await hosted.entry.quiet();
      expect(await hosted.comments(number)).toHaveLength(1);
    });
  });

  describe(`${NAMES[kind]}, by the clock`, () => {
    const files = kind === "action" ? { [WORKFLOW]: workflow("* * * * *") } : {};
    const one = story(kind, () => ({ serviceTells: false, files }));

    it("schedule: translations come home without anybody's asking", async () => {
      const { hosted } = one;
      await hosted.translate("title", "Gute Nacht");
      await hosted.entry.scheduleComes();

      await theOne(hosted);
      expect(await hosted.file("locales/de.json", "interlinear/main")).toContain("Gute Nacht");
    });
  });

  describe(`${NAMES[kind]}, killed`, () => {
    const one = story(kind, () => ({ isProcess: true }));

    it.each([0, 150, 400, 1_000])(
      "kill -9 %i ms into a run: the next one ends with one pull request and one commit",
      async (pause) => {
        const { hosted } = one;
        const text = `Tag ${String(pause)}`;
        await hosted.translate("title", text);
        await hosted.entry.askForRun();
        await eventually("something to kill", async () => {
          if (!(await hosted.entry.isAtWork())) return undefined;
          await new Promise((resolve) => setTimeout(resolve, pause));
          return true;
        });
        await hosted.entry.kill();
        await hosted.entry.quiet();
        await hosted.bringHome();

        await theOne(hosted);
        expect(await hosted.file("locales/de.json", "interlinear/main")).toContain(text);
        await hosted.clone.git("fetch", "--quiet", "--prune", "forge");
        const commits = await hosted.clone.git("log", "--format=%s", "forge/main..forge/interlinear/main");
        expect(commits.split("\n")).toHaveLength(1);
      },
    );
  });
}
