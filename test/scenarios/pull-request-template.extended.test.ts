import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { scheduled } from "../support/events.ts";
import { configure } from "../support/pull-requests.ts";
import { createWorld, writes } from "../support/world.ts";

test("title, text and commit message come from the mapping's templates; marks, box and credits stay", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { github, repository } = world;
  await configure(
    world,
    `pull-request:
  title: "i18n: {{ languages }} ({{ strings }})"
  body: |
    Dear reviewers of {{ base }},
    {% for language in languages %}- {{ language.code }}: {{ language.added }} added, {{ language.percent }} %
    {% endfor %}
    {{ table }}

    Thanks to {{ credits }}. [run]({{ run_url }})
commit:
  message: "chore(i18n): {{ strings }} strings in {{ languages | map: 'code' | join: ', ' }}"
  sign-off: true
`,
  );
  await world.translate(world.web, "cs", "files", "Máte {count} souborů.");

  const result = await world.run(await scheduled(repository));

  expect(result.exitCode, result.log).toBe(0);
  const [pullRequest] = await github.pullRequests();
  expect(pullRequest?.title).toBe("i18n: Czech (1)");
  expect(pullRequest?.body).toMatch(
    /^<!-- interlinear [0-9a-f]{16} -->\nDear reviewers of main,\n- cs: 1 added, 75 %\n\n\| language \| complete \|   \| added/,
  );
  expect(pullRequest?.body).toMatch(/Thanks to Jana Nováková\. \[run\]\(http/);
  expect(pullRequest?.body).toContain("- [ ] Rebase this pull request");
  expect(pullRequest?.body?.split("\n").at(-1)).toMatch(/^Co-authored-by: Jana Nováková </);
  const message = await repository.remoteGit("log", "-1", "--format=%B", "interlinear/main");
  expect(message.split("\n")[0]).toBe("chore(i18n): 1 strings in cs");
  expect(message).toMatch(/^Signed-off-by: .+ <.+>$/m);
});

test("a template that names what is not there stops the run before it begins, at its place", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await configure(world, 'pull-request:\n  title: "i18n: {{ langages }}"\n');
  world.forgetRequests();

  const result = await world.run(await scheduled(world.repository));

  expect(result.exitCode).not.toBe(0);
  expect(result.log).toContain('IL-M13: the template "pull-request.title" does not work: "langages" is no variable');
  expect(result.rawLog).toMatch(/::error .*file=\.github\/interlinear\.yml,line=12,/);
  expect(writes(world)).toEqual({ service: [], github: [] });
});
