import { expect, it, vi } from "vitest";
import { openSampleService, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { Clone } from "../clone/clone.ts";
import { unitPlace } from "../identity/visible.ts";
import { releaseWith } from "./releases.ts";
import { knownSourceOrigin } from "./source-origin.ts";

async function placeOf(test: SampleService, translation: string, key: string) {
  const id = Number((await unitsOf(test, translation)).get(key)?.id);
  const place = await unitPlace(test.service.database, id);
  if (place === undefined) throw new Error(`${translation} has no ${key}`);
  return place;
}

it("tells of a language's own file where no file has the texts of all, and asks git for two strings at once at most", async () => {
  const clock = manualClock();
  await using test = await openSampleService({ clock });
  const { upstream } = test;
  const po = (language: string): string =>
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Odd"\nmsgstr ""\n`;
  for (const language of ["cs", "de", "fr"]) {
    await upstream.write({ [`y/${language}.po`]: po(language) });
    await upstream.publish(`Add ${language}`);
  }
  await test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });
  await test.admin.createComponent("demo", {
    name: "Y",
    slug: "y",
    file_format: "po",
    filemask: "y/*.po",
    new_lang: "none",
    repo: "weblate://demo/app",
  });
  const [cs, de, fr] = [
    await placeOf(test, "demo/y/cs", "Odd"),
    await placeOf(test, "demo/y/de", "Odd"),
    await placeOf(test, "demo/y/fr", "Odd"),
  ];
  const git = vi.spyOn(Clone.prototype, "git");
  const waits = Promise.withResolvers<undefined>();
  git.mockImplementation(async () => {
    await waits.promise;
    throw new Error("no process could be started");
  });
  const asked = await Promise.all([cs, de, fr].map((place) => knownSourceOrigin(test.service, place)));
  expect(asked).toEqual([undefined, undefined, undefined]);
  // Nobody waits for long: on a busy machine git has not even been asked by then.
  await expect.poll(() => git.mock.calls.length).toBe(2);
  waits.resolve(undefined);
  git.mockRestore();

  await expect.poll(async () => (await knownSourceOrigin(test.service, fr))?.path).toBe("y/fr.po");
  clock.advance(60_000);
  await expect.poll(async () => (await knownSourceOrigin(test.service, cs))?.path).toBe("y/cs.po");
  await expect.poll(async () => (await knownSourceOrigin(test.service, de))?.path).toBe("y/de.po");
});

it("asks for a release anew where git could not be asked", async () => {
  await using test = await openSampleService();
  await test.upstream.git("tag", "v9.0.0");
  await test.upstream.git("push", "--quiet", "origin", "v9.0.0");
  const { id } = await test.service.database.selectFrom("clone").select("id").executeTakeFirstOrThrow();
  const first = (await test.upstream.git("rev-list", "--max-parents=0", "HEAD")).trim();
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its clone
  const real = Clone.prototype.git;
  const git = vi.spyOn(Clone.prototype, "git").mockImplementation(async function fails(this: Clone, args, run) {
    if (args[0] === "log") throw new Error("no process could be started");
    return real.call(this, args, run);
  });
  await expect(releaseWith(test.service, id, first)).rejects.toThrow("no process could be started");
  git.mockRestore();
  expect(await releaseWith(test.service, id, first)).toMatchObject({ name: "v9.0.0" });
});
