import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { webSource } from "../support/sample-files.ts";
import { createWorld } from "../support/world.ts";

test("the pull request says which keys were renamed and what was held back, and so do summary, annotations and plan", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  const { github, repository } = world;
  await world.translate(world.web, "de", "files", "Sie haben Dateien.");
  await world.translate(world.web, "de", "button.save", "Sichern");
  await repository.write({ "locales/en.json": webSource.replace('"title"', '"heading"') });
  await repository.publish("Rename a key");

  const result = await world.run(await dispatched(repository, github.repository));

  expect(result.exitCode, result.log).toBe(0);
  const [pullRequest] = await github.pullRequests();
  expect(pullRequest?.body).toContain("**1 key renamed**, with the translations: `title` → `heading`.");
  expect(pullRequest?.body).toContain("**1 string held back**");
  expect(pullRequest?.body).toMatch(
    /\| `de` \[`files`\]\(http[^)]*\/translate\/[^)]*\) .*locales\/de\.json.* \| Missing "\{count\}"\. `placeholders` \| You have \{count\} files\. \| Sie haben \{count\} Dateien\. \| Sie haben Dateien\. \|/,
  );
  expect(result.summary).toContain("**1 string held back**");
  expect(result.summary).toContain("`title` → `heading`");
  expect(result.rawLog).toMatch(/::warning .*file=locales\/de\.json.*::Held back in de: the text of "files"/);
  expect(result.plan).toMatchObject({
    steps: expect.arrayContaining([
      expect.objectContaining({ kind: "rename", renames: [{ from: "title", to: "heading" }] }),
    ]),
    broken: [{ key: "files", language: "de", service: ["Sie haben Dateien."], isHeldBack: true }],
  });
  expect(JSON.parse(await repository.remoteGit("show", "interlinear/main:locales/de.json"))).toMatchObject({
    heading: "Hallo",
    button: { save: "Sichern" },
    files: "Sie haben {count} Dateien.",
  });
});
