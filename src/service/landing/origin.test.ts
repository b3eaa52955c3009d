import { expect, it, vi } from "vitest";
import { openSampleService, sampleFiles, unlimited, unitsOf } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { Clone } from "../clone/clone.ts";
import { callerOf } from "../identity/identity.ts";
import { visibleUnit } from "../identity/visible.ts";
import { TooCostly } from "../../store/too-costly.ts";
import { onlyCut } from "./git-until.ts";
import { namedPullRequest, originOf } from "./origin.ts";

it.each([
  ["Add a cart (#123)", { number: 123, title: "Add a cart" }],
  ['Revert "Add a cart (#123)" (#130)', { number: 130, title: 'Revert "Add a cart (#123)"' }],
  ["Merge pull request #42 from ann/cart\n\nAdd a cart", { number: 42, title: "Add a cart" }],
  ["Merge pull request 'Add a cart' (#42) from ann/cart into main", { number: 42, title: "Add a cart" }],
  [
    "Merge branch 'cart' into 'main'\n\nAdd a cart\n\nCloses #7\n\nSee merge request acme/shop!42",
    { number: 42, title: "Add a cart" },
  ],
  ["Add a cart\n\nFixes #7, see (#8)", undefined],
  ["Mend (#7) once more", undefined],
  ["Merge branch 'main' into cart", undefined],
])("reads of %j which pull request it came with", (message, pullRequest) => {
  expect(namedPullRequest(message)).toEqual(pullRequest);
});

it("stops reading a history at a version that costs too much, and at what was waited for long enough, and hides no other fault", () => {
  const { signal } = new AbortController();
  expect(() => onlyCut(signal, new TooCostly("The file is too large."))).not.toThrow();
  expect(() => onlyCut(AbortSignal.abort(), new Error("git was ended"))).not.toThrow();
  expect(() => onlyCut(signal, new Error("The disk is full"))).toThrow("The disk is full");
});

const plain = (text: string): string => text.replaceAll(/\s*<[^>]*>\s*/g, " ").replaceAll(/\s+/g, " ");

it("names the pull request that added a string, squashed or merged, and says so where the history does not tell", async () => {
  await using test = await openSampleService({ files: sampleFiles, settings: { rateLimits: unlimited } });
  const { upstream } = test;
  const english = JSON.parse(sampleFiles["locales/en.json"] ?? "{}");
  const files = (more: object) => ({ "locales/en.json": `${JSON.stringify({ ...english, ...more }, undefined, 2)}\n` });
  await upstream.write(files({ squashed: "By one commit" }));
  const squashed = await upstream.publish("Add what is squashed (#41)");
  await upstream.git("checkout", "--quiet", "-b", "topic");
  await upstream.write(files({ squashed: "By one commit", merged: "By a merge" }));
  await upstream.git("commit", "--quiet", "--all", "-m", "Add a text");
  await upstream.git("checkout", "--quiet", "main");
  // Of these names git would not know whether they are commits or files.
  await upstream.write({ "README.md": "Meanwhile\n", [squashed]: "", [`${squashed}:locales/en.json`]: "" });
  await upstream.git("add", "--all");
  await upstream.git("commit", "--quiet", "-m", "Meanwhile (#43)");
  await upstream.git(
    "merge",
    "--quiet",
    "--no-ff",
    "topic",
    "-m",
    "Merge pull request #42 from ann/topic\n\nAdd a merge",
  );
  await upstream.git("push", "--quiet", "origin", "main");
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
  const jana = new Person(test);
  await jana.signIn(test.translatorToken);
  const units = await unitsOf(test, "demo/app/cs");
  const origin = async (key: string): Promise<string> => {
    const address = `/translate/demo/app/cs/?unit=${String(units.get(key)?.id)}&panel=origin&only=yes`;
    return plain((await jana.open(address)).text);
  };

  expect(await origin("squashed")).toMatch(
    /Came with pull request #41 Add what is squashed \. Written by .* Add what is squashed \(#41\) : locales\/en\.json , line \d+\./,
  );
  const git = vi.spyOn(Clone.prototype, "git");
  expect(await origin("merged")).toMatch(
    /Came with pull request #42 Add a merge \. Written by .* Add a text : locales/,
  );
  // Most of a long history is older than the string.
  const walks = git.mock.calls.flatMap(([args]) => (args[0] === "rev-list" ? [args.at(-2)] : []));
  expect(walks).toEqual([walks[0], walks[0]]);
  expect(walks[0]).toMatch(/^[\da-f]{40}\.\.[\da-f]{40}$/);
  git.mockRestore();
  expect(await origin("title")).toMatch(/^ Where it comes from Written by /);

  const { service } = test;
  const { id } = await service.database
    .selectFrom("user")
    .select("id")
    .where("username", "=", "jana")
    .executeTakeFirstOrThrow();
  const place = await visibleUnit(service, await callerOf(service, id), String(units.get("title")?.id));
  expect(await originOf(service, place, AbortSignal.abort())).toBeUndefined();
});
