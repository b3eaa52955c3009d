import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSampleService, unlimited, unitsOf, type SampleService } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { manualClock } from "../../../test/support/test-clock.ts";
import { Clone } from "../clone/clone.ts";

const clock = manualClock();
let test: SampleService;
let jana: Person;

beforeEach(async () => {
  test = await openSampleService({ settings: { rateLimits: unlimited }, clock });
  jana = new Person(test);
  await jana.signIn(test.translatorToken);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await test[Symbol.asyncDispose]();
});

const pull = () => test.request("POST", "/api/components/demo/app/repository/", { json: { operation: "pull" } });

/** What a panel says of a release, once what was asked of the remote is asked anew. */
const releaseIn = async (panel: string, key: string): Promise<string> => {
  clock.advance(61_000);
  const unit = String((await unitsOf(test, "demo/app/cs")).get(key)?.id);
  const { text } = await jana.open(`/translate/demo/app/cs/?unit=${unit}&panel=${panel}&only=yes`);
  return (
    /In (?:no )?release[^.]*(?:\.\d+)*(?: or an older one)?/.exec(text.replaceAll(/<[^>]*>/g, ""))?.[0].trim() ??
    "nothing"
  );
};

const tagged = (name: string): Promise<string> =>
  test.upstream.git("push", "--quiet", "--force", "origin", `HEAD:refs/tags/${name}`);

describe("the release that a text is in", () => {
  it("is the first whose tag has it, be it of the source or of the translation; the major tag that moves is none", async () => {
    expect(await releaseIn("landing", "title")).toBe("nothing");
    const { upstream } = test;
    await tagged("v1.0.0");
    await upstream.write({ "locales/cs.json": '{\n  "title": "Nazdar"\n}\n' });
    await upstream.publish("Say it otherwise");
    await pull();
    expect(await releaseIn("landing", "title")).toBe("In no release yet");
    expect(await releaseIn("origin", "title")).toBe("In release v1.0.0");

    await tagged("v1");
    await upstream.git("tag", "-a", "-m", "More", "v1.1.0");
    await upstream.git("push", "--quiet", "origin", "v1.1.0");
    await upstream.write({ "README.md": "More\n" });
    await upstream.publish("Write more");
    await tagged("v1.2.0");
    await pull();
    expect(await releaseIn("landing", "title")).toBe("In release v1.1.0");
    const unit = String((await unitsOf(test, "demo/app/cs")).get("title")?.id);
    const history = (await jana.open(`/translate/demo/app/cs/?unit=${unit}&history=all`)).text.replaceAll(
      /<[^>]*>/g,
      "",
    );
    expect([...history.matchAll(/, in release (\S+)/g)].map(([, name]) => name)).toEqual(["v1.1.0", "v1.0.0"]);
  });

  it("is not spoken of where a tag beside the branch may have it, of which the clone knows nothing", async () => {
    const { upstream } = test;
    await upstream.publishElsewhere({ "README.md": "Beside\n" }, "Beside", ["refs/tags/v0.9.1"]);
    expect(await releaseIn("landing", "title")).toBe("nothing");

    await upstream.write({ "README.md": "More\n" });
    await upstream.publish("Write more");
    await tagged("v1.0.0");
    await pull();
    for (const panel of ["landing", "origin"])
      expect(await releaseIn(panel, "title")).toBe("In release v1.0.0 or an older one");
  });

  it("is asked of git once for all tags, and not again until the branch or a tag moves", async () => {
    const { upstream } = test;
    for (const number of [1, 2, 3]) {
      await upstream.write({ "README.md": String(number) });
      await upstream.publish("Write more");
      await tagged(`v1.${String(number)}.0`);
    }
    await pull();
    const git = vi.spyOn(Clone.prototype, "git");
    const histories = (): number =>
      git.mock.calls.filter(([[verb, ...more]]) => verb === "rev-list" && more.includes("--stdin")).length;
    expect(await releaseIn("origin", "title")).toBe("In release v1.1.0");
    expect(histories()).toBe(1);
    expect(await releaseIn("origin", "title")).toBe("In release v1.1.0");
    expect(histories()).toBe(1);

    await upstream.git("push", "--quiet", "--force", "origin", ":refs/tags/v1.1.0");
    expect(await releaseIn("origin", "title")).toBe("In release v1.2.0");
    expect(histories()).toBe(2);
  });

  it("is found behind any number of tags beside it", async () => {
    const { upstream } = test;
    const old = await upstream.git("rev-parse", "HEAD");
    await upstream.write({ "locales/cs.json": '{\n  "title": "Nazdar"\n}\n' });
    await upstream.publish("Say it otherwise");
    // Made later than the text, of what was before it, and merged without a change.
    await upstream.git("checkout", "--quiet", "-b", "old", old);
    for (let number = 0; number < 25; number += 1) {
      await upstream.git("commit", "--quiet", "--allow-empty", "-m", "Mend");
      await tagged(`v0.${String(number)}.1`);
    }
    await upstream.git("checkout", "--quiet", "main");
    await upstream.git("merge", "--quiet", "--no-edit", "--strategy=ours", "old");
    await upstream.git("push", "--quiet", "origin", "main");
    await tagged("v1.0.0");
    await pull();
    expect(await releaseIn("landing", "title")).toBe("In release v1.0.0");
  });
});
