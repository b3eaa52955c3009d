import { describe, expect, it } from "vitest";
import { openRepository } from "../git/git-repository.ts";
import { loadMapping } from "../mapping/load.ts";
import { mappingText, reviewOf } from "../../test/support/changed-repository.ts";
import { createRepository } from "../../test/support/repository.ts";
import { reviewChange } from "./review-change.ts";

const PATH = ".github/interlinear.yml";
const component = (source: string, translations: string, more = ""): string =>
  mappingText(`components:\n  - component: app\n    source: ${source}\n    translations: "${translations}"\n${more}`);

const mapping = 'components:\n  - component: app\n    source: l/en.json\n    translations: "l/{language}.json"\n';
const files = {
  [PATH]: mappingText(mapping),
  "l/en.json": '{ "hello": "Hello {name}", "bye": "Bye" }\n',
  "l/de.json": '{ "hello": "Hallo {name}" }\n',
};

describe("a change of the mapping", () => {
  it("that moves files along is no end of a component, and its texts are looked at where they are now", async () => {
    const change = {
      [PATH]: component("i18n/en.json", "i18n/{language}.json", "    checks: off\n"),
      "l/en.json": null,
      "l/de.json": null,
      "i18n/en.json": files["l/en.json"],
      "i18n/de.json": '{ "hello": "Hallo", "bye": "Tschüss" }\n',
    };
    const review = await reviewOf({ mapping, files, change });

    expect(review.components).toMatchObject([{ component: "acme/app", kind: "changed", strings: [] }]);
    expect(review.languages).toMatchObject([
      {
        language: "de",
        before: { translated: 1, total: 2 },
        after: { translated: 2, total: 2 },
        brought: 2,
        removed: 0,
      },
    ]);
    expect(review.broken).toMatchObject([{ path: "i18n/de.json", key: "hello" }]);
    expect(review.mistakes).toEqual([]);
  });

  it("that moves the translations alone takes none of them out", async () => {
    const change = {
      [PATH]: component("l/en.json", "l/{language}/app.json"),
      "l/de.json": null,
      "l/de/app.json": files["l/de.json"],
    };
    const review = await reviewOf({ mapping, files, change });

    expect(review.languages).toMatchObject([{ language: "de", lost: 0, after: { translated: 1, total: 2 } }]);
  });

  it("that adds a component tells its strings; one that only renames paths of what is there hides nothing", async () => {
    const added = `${component("l/en.json", "nowhere/{language}.json")}  - component: new\n    source: n/en.json\n    translations: "n/{language}.json"\n`;
    const change = { [PATH]: added, "n/en.json": '{ "one": "One" }\n', "l/de.json": '{ "hello": "Hallo" }\n' };
    const review = await reviewOf({ mapping, files, change });

    expect(review.components).toMatchObject([
      { component: "acme/new", kind: "new", strings: [{ key: "one" }] },
      { component: "acme/app", kind: "changed" },
    ]);
    expect(review.broken).toMatchObject([{ path: "l/de.json" }]);
  });

  it("that gives a component another name counts its strings once", async () => {
    const renamed = files[PATH].replace("component: app", "component: other");
    const change = { [PATH]: renamed, "l/en.json": '{ "hello": "Hello {name}", "bye": "Bye", "new": "New" }\n' };
    const review = await reviewOf({ mapping, files, change });

    expect(review.components).toMatchObject([{ component: "acme/app", strings: [{ key: "new" }] }]);
  });

  it("is seen from the other side as well, where one's own mapping is the one in use", async () => {
    await using repository = await createRepository(files);
    const base = await repository.git("rev-parse", "HEAD");
    const text = component("i18n/en.json", "i18n/{language}.json");
    await repository.git("mv", "l", "i18n");
    await repository.write({ [PATH]: text });
    await repository.git("commit", "--quiet", "--all", "--message", "Move");
    const head = await repository.git("rev-parse", "HEAD");
    const git = await openRepository(repository.path);

    const review = await reviewChange({ git }, loadMapping(text, PATH), { base, head });
    expect(review).toMatchObject({ components: [{ kind: "changed", strings: [] }], mistakes: [] });
    expect(review.before).toEqual(review.after);
  });
});
