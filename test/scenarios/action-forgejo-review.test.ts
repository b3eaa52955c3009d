import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { commented, pullRequestChanged } from "../support/events.ts";
import { createForgejoWorld, type ForgejoWorld } from "../support/forgejo-world.ts";
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
