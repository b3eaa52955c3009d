import type { GitHub } from "./server.ts";
import { describe, expect, it } from "vitest";
import { createRepository } from "../repository.ts";
import { startGitHub } from "./github.ts";
import type { Settings } from "./world.ts";

interface Reply {
  readonly status: number;
  readonly text: string;
}

interface Stage extends AsyncDisposable {
  readonly github: GitHub;
  /** The last commit of main. */
  readonly commit: string;
  call(method: string, path: string, body?: object): Promise<Reply>;
}

async function stage(settings: Partial<Settings> = {}): Promise<Stage> {
  const repository = await createRepository({ "a.txt": "1\n" });
  const github = await startGitHub({
    repository: "acme/site",
    bareRepository: repository.remotePath,
    settings: { permissions: { checks: "write", statuses: "write", issues: "read" }, ...settings },
  });
  return {
    github,
    commit: await repository.remoteGit("rev-parse", "main"),
    call: async (method, path, body) => {
      const response = await fetch(`${github.apiUrl}/repos/acme/site/${path}`, {
        method,
        headers: { authorization: `Bearer ${github.token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    [Symbol.asyncDispose]: async () => {
      await repository[Symbol.asyncDispose]();
      await github.close();
    },
  };
}

function annotated(count: number): object {
  const one = { path: "a.txt", start_line: 1, end_line: 1, annotation_level: "warning", message: "m" };
  return { title: "t", summary: "s", annotations: Array.from({ length: count }, () => one) };
}

describe.concurrent("checks of GitHub's stand-in", () => {
  it("are for Apps alone", async () => {
    await using there = await stage({ tokenKind: "personal", login: "dana" });

    const { status, text } = await there.call("POST", "check-runs", { name: "c", head_sha: there.commit });

    expect(status).toBe(403);
    expect(text).toContain("You must authenticate via a GitHub App.");
  });

  it("take commits that are there, and 65,535 bytes of summary", async () => {
    await using there = await stage();
    const of = (head: string, summary: string): object => ({
      name: "c",
      head_sha: head,
      output: { title: "t", summary },
    });

    expect((await there.call("POST", "check-runs", of("1".repeat(40), "s"))).text).toContain("No commit found for SHA");
    const tooLong = await there.call("POST", "check-runs", of(there.commit, "訳".repeat(21_846)));
    expect(tooLong.status).toBe(422);
    expect(tooLong.text).toContain("summary exceeds a maximum bytesize of 65535");
    expect((await there.call("POST", "check-runs", of(there.commit, "訳".repeat(21_845)))).status).toBe(201);
  });

  it("have the run's page as their link where the workflow's token makes them, and no job is concluded by it", async () => {
    await using there = await stage();
    const asked = { name: "c", head_sha: there.commit, details_url: "https://ci.example.org/1" };
    const { id, details_url: link }: { id: number; details_url: string } = JSON.parse(
      (await there.call("POST", "check-runs", asked)).text,
    );
    expect(link).toContain("/actions/runs/");
    const [run] = there.github.world.checkRuns;
    Object.assign(run ?? {}, { isJob: true });
    expect((await there.call("PATCH", `check-runs/${String(id)}`, { conclusion: "success" })).status).toBe(403);
  });

  it("stop at 80 writes in a minute, as all content does", async () => {
    await using there = await stage();
    const replies: number[] = [];
    for (let at = 0; at < 82; at += 1) {
      const { status } = await there.call("POST", `statuses/${there.commit}`, {
        state: "success",
        context: String(at),
      });
      replies.push(status);
    }
    expect(replies.filter((status) => status === 201)).toHaveLength(80);
    expect(replies.at(-1)).toBe(403);
  });

  it("add annotations to those that are there, fifty at a time", async () => {
    await using there = await stage();
    const made = await there.call("POST", "check-runs", { name: "c", head_sha: there.commit, output: annotated(50) });
    const { id }: { id: number } = JSON.parse(made.text);

    await there.call("PATCH", `check-runs/${String(id)}`, { output: annotated(20) });
    const tooMany = await there.call("PATCH", `check-runs/${String(id)}`, { output: annotated(51) });

    expect(there.github.world.checkRuns[0]?.annotations).toHaveLength(70);
    expect(tooMany.status).toBe(422);
    expect(there.github.violations.splice(0).join("\n")).toContain("must NOT have more than 50 items");
  });

  it("belong to the App that made them", async () => {
    await using there = await stage();
    const made = await there.call("POST", "check-runs", { name: "c", head_sha: there.commit });
    const { id }: { id: number } = JSON.parse(made.text);
    there.github.settings.login = "other[bot]";

    const { status, text } = await there.call("PATCH", `check-runs/${String(id)}`, { conclusion: "success" });

    expect(status).toBe(403);
    expect(text).toContain("can only be modified by the GitHub App that created it");
  });

  it("are listed by name, the newest of each App unless all are asked for", async () => {
    await using there = await stage();
    for (const name of ["c", "c", "d"]) await there.call("POST", "check-runs", { name, head_sha: there.commit });
    const count = async (query: string): Promise<number> => {
      const { text } = await there.call("GET", `commits/${there.commit}/check-runs?${query}`);
      const { total_count: total }: { total_count: number } = JSON.parse(text);
      return total;
    };

    expect(await count("check_name=c")).toBe(1);
    expect(await count("check_name=c&filter=all")).toBe(2);
    expect(await count("")).toBe(2);
  });
});

describe.concurrent("statuses and issues of GitHub's stand-in", () => {
  it("take 140 characters of description from anybody with statuses: write", async () => {
    await using there = await stage({ tokenKind: "personal", login: "dana" });
    const of = (length: number): object => ({ state: "success", context: "c", description: "d".repeat(length) });

    expect((await there.call("POST", `statuses/${there.commit}`, of(141))).status).toBe(422);
    expect((await there.call("POST", `statuses/${there.commit}`, of(140))).status).toBe(201);
    there.github.settings.permissions = { statuses: "read" };
    expect((await there.call("POST", `statuses/${there.commit}`, of(1))).status).toBe(403);
  });

  it("list those with all of the labels", async () => {
    await using there = await stage();
    there.github.world.issues.push(
      { number: 1, title: "One", state: "open", labels: ["a", "b"] },
      { number: 2, title: "Two", state: "closed", labels: ["a", "b"] },
      { number: 3, title: "Three", state: "open", labels: ["a"] },
    );

    const { text } = await there.call("GET", "issues?labels=A,b");

    const listed: { number: number }[] = JSON.parse(text);
    expect(listed.map(({ number }) => number)).toEqual([1]);
  });
});
