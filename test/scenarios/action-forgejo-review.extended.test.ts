import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { commented, pullRequestChanged, runFinished } from "../support/events.ts";
import { createForgejoWorld, type ForgejoWorld } from "../support/forgejo-world.ts";
import type { StepResult } from "../support/runner.ts";
import { webSource } from "../support/sample-files.ts";

const changed = webSource.replace('"Hello"', '"Hello there"');

/** Somebody's open pull request, of which the clone has nothing. */
async function proposed({ world, forgejo }: ForgejoWorld): Promise<{ readonly number: number; readonly sha: string }> {
  const { repository } = world;
  await repository.git("checkout", "--quiet", "-b", "topic");
  await repository.write({ "locales/en.json": changed });
  await repository.git("commit", "--quiet", "--all", "--message", "A change");
  const sha = await repository.git("rev-parse", "HEAD");
  await repository.git("push", "--quiet", "origin", "topic", "HEAD:refs/pull/1/head");
  await repository.git("checkout", "--quiet", "main");
  const response = await fetch(`${forgejo.apiUrl}/repos/${forgejo.repository}/pulls`, {
    method: "POST",
    headers: { authorization: `token ${forgejo.token}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "A change", head: "topic", base: "main" }),
  });
  expect(response.status).toBe(201);
  return { number: 1, sha };
}

test("a job of Forgejo reviews a pull request: one comment, and a commit status in place of a check run", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  const { number, sha } = await proposed(host);
  const head = { repository: forgejo.repository, branch: "topic", sha };

  for (const action of ["opened", "synchronized"]) {
    const trigger = await pullRequestChanged(world.repository, forgejo.repository, head, { number, action });
    const result = await host.run(trigger);
    expect(result.exitCode, result.log).toBe(0);
  }

  expect(forgejo.world.comments.map(({ body }) => body)).toEqual([
    expect.stringMatching(/^<!-- interlinear:review -->\n[^]*1 string changed/),
  ]);
  expect(forgejo.world.comments[0]?.body).toContain(`/acme/app/src/commit/${sha}/locales/en.json`);
  expect(forgejo.world.statuses.at(-1)).toMatchObject({ commit: sha, context: "Interlinear", state: "success" });
});

test("a job of Forgejo answers an order in a comment", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site, { settings: { collaborators: { dana: "write" } } });
  const { world, forgejo } = host;
  const { number } = await proposed(host);
  const body = "/interlinear stats";
  const id = forgejo.world.nextId();
  forgejo.world.comments.push({ id, issue: number, user: "dana", body });

  const result = await host.run(
    await commented(world.repository, forgejo.repository, { id, body, by: "dana", pullRequest: number }),
  );

  expect(result.exitCode, result.log).toBe(0);
  expect(forgejo.world.reactions.map(({ content }) => content)).toEqual(["eyes", "rocket"]);
  expect(forgejo.world.comments.at(-1)?.body).toMatch(/interlinear:answer -->[^]*Czech/);
});

function warningsIn({ commands }: StepResult): readonly string[] {
  return commands.filter(({ name }) => name === "warning").map(({ message }) => message);
}

test("what the server does not let a job of Forgejo say is a warning of the job, with the scope that is missing", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site, {
    settings: { scopes: { repository: "write", issue: "read" }, collaborators: { dana: "write" } },
  });
  const { world, forgejo } = host;
  const { sha } = await proposed(host);
  const head = { repository: forgejo.repository, branch: "topic", sha };

  const review = await host.run(await pullRequestChanged(world.repository, forgejo.repository, head, { number: 1 }));
  const id = forgejo.world.nextId();
  const body = "/interlinear stats";
  forgejo.world.comments.push({ id, issue: 1, user: "dana", body });
  const order = await host.run(
    await commented(world.repository, forgejo.repository, { id, body, by: "dana", pullRequest: 1 }),
  );

  for (const result of [review, order]) {
    expect(result.exitCode, result.log).toBe(0);
    expect(warningsIn(result)).not.toEqual([]);
    for (const warning of warningsIn(result)) expect(warning).toMatch(/^the server refused to .*write:issue/);
    expect(result.summary).toMatch(/> ⚠ the server refused to [^]*write:issue/);
  }
});

test("an order in an organisation's repository is answered also where the server does not say what its author may do", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site, { settings: { isOrganisation: true, teamReaders: ["dana"] } });
  const { world, forgejo } = host;
  await proposed(host);
  const id = forgejo.world.nextId();
  const body = "/interlinear stats";
  forgejo.world.comments.push({ id, issue: 1, user: "dana", body });

  // The event of this runner does not say what dana might do.
  const result = await host.run(
    await commented(world.repository, forgejo.repository, { id, body, by: "dana", pullRequest: 1 }),
  );

  expect(result.exitCode, result.log).toBe(0);
  expect(forgejo.world.reactions.map(({ content }) => content)).toEqual(["eyes", "confused"]);
  expect(forgejo.world.comments.at(-1)?.body).toMatch(/not carried out: it is not known[^]*administrator/);
  expect(warningsIn(result)).toEqual([expect.stringContaining("does not tell this token what dana may do")]);
});

test("a run of Gitea that finished for a fork, of which it names the commit alone, has its review posted", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  const { sha } = await proposed(host);
  const finished = await runFinished(world.repository, forgejo.repository, {
    repository: "eva/app",
    branch: "topic",
    sha,
  });
  // As the server sends it.
  const payload = {
    action: "completed",
    workflow_run: { event: "pull_request", head_sha: sha, actor: { login: "eva" } },
  };
  const sent = { ...finished, payload };

  const own = await host.run(sent);
  expect(own.exitCode, own.log).toBe(0);
  expect(own.log).toContain("could post its review itself");
  expect(forgejo.world.comments).toEqual([]);

  for (const pull of forgejo.world.pulls) pull.fork = { repository: "eva/app", commit: sha };
  const forks = await host.run(sent);

  expect(forks.exitCode, forks.log).toBe(0);
  expect(forgejo.world.comments.map(({ body }) => body)).toEqual([expect.stringContaining("1 string changed")]);
});

test("a pull request of a fork, whose run gets no secret, is reviewed without any token", async () => {
  await using site = await embeddedSite();
  await using host = await createForgejoWorld(site);
  const { world, forgejo } = host;
  const { sha } = await proposed(host);
  const head = { repository: "eva/app", branch: "topic", sha };
  host.forgetRequests();

  const trigger = await pullRequestChanged(world.repository, forgejo.repository, head, { number: 1 });
  const result = await host.run(trigger, "");

  expect(result.exitCode, result.log).toBe(0);
  expect(result.summary).toContain("1 string changed");
  expect(forgejo.requests.filter(({ operation }) => operation.includes("/repos/"))).toEqual([]);
});
