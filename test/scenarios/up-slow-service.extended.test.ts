import { unzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { startProxy, writesOf, type RecordingProxy } from "../support/proxy.ts";
import { createRepository } from "../support/repository.ts";
import { startService, type EmbeddedService } from "../support/service.ts";
import { instantClock, type TestClock } from "../support/test-clock.ts";

const files = Object.fromEntries(
  ["en", "cs", "de", "fr"].map((code) => [`locales/${code}.json`, `{ "title": "${code}" }\n`]),
);
const CREATION = "POST /api/projects/shop/components/";
const COMPONENT = "/api/components/shop/locales/";

interface SlowCreation {
  /** What becomes of it: languages that are made; undefined: all. */
  readonly only?: readonly string[];
  /** How often somebody looks for the component before it is there. Infinity: it never is. */
  readonly looks: number;
  /** So many writes after it find its repository locked. */
  readonly locked?: number;
}

/**
 * A service that commits a component when it has made it, long after it was asked, as the real one does: nobody hears its answer, nothing
 * of it is seen before, and who asks for the same meanwhile gets in its way.
 */
function makesSlowly(
  proxy: RecordingProxy,
  service: EmbeddedService,
  { clock, only, looks, locked = 0 }: SlowCreation & { readonly clock: TestClock },
): { /** It is made now. */ readonly finish: () => Promise<void> } {
  let seen = 0;
  let refused = 0;
  let state: "not asked" | "at work" | "made" = "not asked";
  const finish = async (): Promise<void> => {
    state = "made";
    const request = proxy.requests.find(({ method, path }) => `${method} ${path}` === CREATION);
    const form = await new Response(Uint8Array.from(request?.requestBody ?? []), {
      headers: { "content-type": String(request?.headers["content-type"]) },
    }).formData();
    const archive = form.get("zipfile");
    if (!(archive instanceof Blob)) throw new Error("There is no archive.");
    const members = Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer())));
    const made = members.filter(([name]) => only === undefined || only.some((code) => name.endsWith(`${code}.json`)));
    form.set("zipfile", new Blob([Uint8Array.from(zipSync(Object.fromEntries(made)))]), "files.zip");
    const headers = { authorization: String(request?.headers["authorization"]) };
    const answer = await fetch(`${service.url}/api/projects/shop/components/`, { method: "POST", headers, body: form });
    expect(answer.status).toBe(201);
  };
  proxy.decide(({ method, path }) => {
    if (state === "made" && method === "POST" && refused < locked) {
      refused += 1;
      return { instead: { status: 423, errors: [{ attr: "", detail: "Could not obtain the repository lock" }] } };
    }
    if (`${method} ${path}` !== CREATION) return "pass";
    if (state === "not asked") return "refuse";
    return state === "at work" && looks < Infinity
      ? { instead: { status: 400, errors: [{ attr: "zipfile", detail: "[Errno 2] No such file or directory: ''" }] } }
      : "pass";
  });
  proxy.hold(async ({ method, path }) => {
    if (`${method} ${path}` === CREATION && state === "not asked") {
      // Nobody hears it: the client's own time is over.
      await clock.sleep(181_000);
      state = "at work";
    }
    if (method === "GET" && path.startsWith(COMPONENT) && state === "at work") {
      seen += 1;
      if (seen > looks) await finish();
    }
  });
  return { finish };
}

const creations = (proxy: RecordingProxy): number =>
  writesOf(proxy.requests).filter((line) => line === CREATION).length;

test.each<[how: string, SlowCreation, said: string, creations: number]>([
  ["whole", { looks: 3 }, "and made the component: what is missing there is sent now", 1],
  [
    "in part",
    { looks: 3, only: ["en", "cs"], locked: 4 },
    "and made the component: what is missing there is sent now",
    1,
  ],
  ["with its source alone", { looks: 0, only: ["en"] }, "and made the component: what is missing there is sent now", 1],
  ["never", { looks: Infinity }, "for 3 languages at once: they are sent one by one", 2],
])(
  "a component that the service makes %s, after the time for an answer, is gone on with",
  async (_how, slow, said, asked) => {
    await using service = await startService();
    await using proxy = await startProxy(service.url);
    await using repository = await createRepository(files);
    const clock = instantClock();
    makesSlowly(proxy, service, { ...slow, clock });
    const up = () =>
      runCli(["up", "--service", proxy.url, "--project", "shop", "--forge", "none", "--yes"], {
        cwd: repository.path,
        environment: { INTERLINEAR_TOKEN: service.adminToken },
        clock,
      });

    const first = await up();
    const second = await up();

    expect(first.exitCode, first.output).toBe(0);
    expect(first.stdout).toContain(`the service needed more than 3 minutes ${said}`);
    expect(first.stdout).toContain("4 in step");
    expect(second.stdout, second.output).toContain("Nothing is missing");
    expect(creations(proxy)).toBe(asked);
  },
);

test("a service that is still at it when the waiting ends is told as that, and the next run finds what it made", async () => {
  await using service = await startService();
  await using proxy = await startProxy(service.url);
  await using repository = await createRepository(files);
  const clock = instantClock();
  const slow = makesSlowly(proxy, service, { looks: 1_000, clock });
  const up = () =>
    runCli(["up", "--service", proxy.url, "--project", "shop", "--forge", "none", "--yes"], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: service.adminToken },
      clock,
    });

  const first = await up();
  await slow.finish();
  const asked = creations(proxy);
  const second = await up();

  expect(first.exitCode, first.output).toBe(1);
  expect(first.stdout).toContain("may still be at work on an earlier try");
  expect(first.output).toContain("may still be making shop/locales: waited 570 s, 10 minutes at most");
  expect(second.exitCode, second.output).toBe(0);
  expect(second.stdout).toContain("Nothing is missing");
  expect(creations(proxy)).toBe(asked);
});
