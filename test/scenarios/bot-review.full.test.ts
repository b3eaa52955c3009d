import { expect, test } from "vitest";
import { createBotWorld } from "../support/bot-world.ts";
import { sampleMapping } from "../support/sample-files.ts";
import { CATALOGUE_ENTRY, CATALOGUE_PATH, catalogueBefore, catalogueProposed } from "../support/proposed-catalogue.ts";
import { ourComments, checksAt, isReviewed } from "./bot-review.ts";

/** What `action-review.extended.test.ts` plays in the action, with a bot. */

test("a string catalogue of Xcode is told by language and key", async () => {
  await using world = await createBotWorld({
    files: () => ({ [CATALOGUE_PATH]: catalogueBefore }),
    mapping: (_repository, service) => sampleMapping(service, "acme") + CATALOGUE_ENTRY,
  });
  const { app, host } = world;
  const commit = await app.branch("topic", { [CATALOGUE_PATH]: catalogueProposed });
  const pull = await host.people.open(app.name, { title: "Undo", head: "topic", base: "main" });
  await isReviewed(world, commit);

  const [comment = ""] = ourComments(app, pull);
  expect(comment).toContain("1 string added");
  expect(comment).toMatch(/`de` \[`greeting`\]\(http[^)]*\): Missing/);
  expect(comment).not.toContain(`${CATALOGUE_PATH}/`);
  expect(checksAt(app, commit)).toMatchObject([
    { conclusion: "failure", annotations: [{ path: CATALOGUE_PATH, annotation_level: "failure" }] },
  ]);
});
