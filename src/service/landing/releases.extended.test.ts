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

  it("is asked of git tag by tag, up to the first that has it: no history is read here", async () => {
    await tagged("v1.0.0");
    const git = vi.spyOn(Clone.prototype, "git");
    expect(await releaseIn("origin", "title")).toBe("In release v1.0.0");
    const asked = git.mock.calls.map(([args]) => args).filter(([verb]) => verb === "rev-list");
    const ofTags = asked.filter((args) => args.some((each) => each.startsWith("^")));
    expect(ofTags).toEqual([
      ["rev-list", "--max-count=1", "--end-of-options", expect.any(String), expect.stringMatching(/^\^/), "--"],
    ]);
  });
});
