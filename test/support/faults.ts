import { expect } from "vitest";
import { createAgreementWorld, type AgreementOptions, type AgreementWorld } from "./agreement-world.ts";
import { embeddedSite } from "./embedded-site.ts";
import { unlimited } from "./open-test-service.ts";
import type { Fate } from "./proxy.ts";
import type { Site } from "./world.ts";

/**
 * Every request of a run meets every fault, and the run is killed at every boundary: the next run without faults has to end
 * as one that was never disturbed.
 */
interface Stage {
  readonly name: string;
  readonly options: AgreementOptions;
  /** What people did before the run. */
  readonly prepare: (world: AgreementWorld) => Promise<void>;
}

const stages: readonly Stage[] = [
  {
    name: "push and pull",
    options: { reads: "its own repository", settings: "push: { translations: changed }\n" },
    prepare: async (world) => {
      await world.edit("locales/en.json", { more: "More" });
      await world.edit("locales/de.json", { about: "Über uns" });
      await world.save("cs", "cancel", "Zrušit");
    },
  },
  {
    name: "heal",
    options: { reads: "this repository" },
    prepare: async (world) => {
      for (const text of ["O nas", "O nás"]) {
        await world.save("cs", "about", text);
        await world.run();
      }
      await world.merge("titled");
      await world.edit("locales/cs.json", { about: "O naší firmě" });
      await world.save("de", "about", "Über uns");
    },
  },
];

const instead = (status: number, headers: Readonly<Record<string, string>> = {}): Fate => ({
  instead: { status, headers },
});

/** What a request may meet; a fault that needs an earlier answer is asked for it. */
const faults: Readonly<Record<string, (earlier: string | undefined) => Fate>> = {
  "423": () => instead(423),
  "429 with Retry-After": () => instead(429, { "retry-after": "1" }),
  "500": () => instead(500),
  "502": () => instead(502),
  "503": () => instead(503),
  "504": () => instead(504),
  "403 of a secondary limit": () => instead(403, { "retry-after": "1" }),
  "reset before the write": () => "refuse",
  "reset after the write": () => "lose",
  "cut body": () => ({ body: "cut" }),
  "wrong length": () => ({ body: "wrong length" }),
  slow: () => ({ body: "slow" }),
  "stale list": (earlier) => (earlier === undefined ? "pass" : { body: () => earlier }),
  "result: false": () => ({ body: (body) => body.replaceAll(/"result":\s*true/g, '"result":false') }),
};

/** What a run leaves behind, for people to see. */
async function outcomeOf(world: AgreementWorld): Promise<unknown> {
  const languages = ["en", "cs", "de"];
  return {
    status: await world.status(),
    service: await Promise.all(languages.map((language) => world.onService(language))),
    git: await Promise.all(languages.map((language) => world.inGit(`locales/${language}.json`))),
    proposed: await Promise.all(languages.map((language) => world.proposed(`locales/${language}.json`))),
  };
}

interface Undisturbed {
  readonly requests: number;
  readonly boundaries: number;
  readonly outcome: unknown;
}

/** @param every only each so-manieth case is played; 1: all */
export async function checkFaults(every: number): Promise<void> {
  await using site = await embeddedSite({ settings: { rateLimits: unlimited } });
  let number = 0;
  let played = 0;
  for (const stage of stages) {
    const { requests, boundaries, outcome } = await undisturbed(site, stage, `still${String(number)}`);
    const cases = [
      ...Array.from({ length: requests }, (_, at) =>
        Object.keys(faults).map((fault) => ({ fault, at: at + 1 })),
      ).flat(),
      ...Array.from({ length: boundaries }, (_, at) => ({ fault: "kill", at: at + 1 })),
    ];
    for (const { fault, at } of cases) {
      number += 1;
      if (number % every !== 0) continue;
      played += 1;
      await using world = await createAgreementWorld(site, { ...stage.options, slug: `c${String(number)}` });
      await stage.prepare(world);
      if (fault === "kill") await world.runKilled(at);
      else await runDisturbed(world, fault, at);
      const { exitCode } = await world.run();
      const about = `${stage.name}: ${fault} at request ${String(at)} of ${String(requests)}`;
      expect(exitCode, about).toBe(0);
      expect(await outcomeOf(world), about).toEqual(outcome);
    }
  }
  process.stdout.write(`faults: ${String(played)} of ${String(number)} cases played\n`);
}

async function undisturbed(site: Site, { options, prepare }: Stage, slug: string): Promise<Undisturbed> {
  await using world = await createAgreementWorld(site, { ...options, slug });
  await prepare(world);
  site.proxy.clear();
  const { boundaries } = await world.run();
  const requests = site.proxy.requests.length;
  await world.run();
  return { requests, boundaries, outcome: await outcomeOf(world) };
}

async function runDisturbed(world: AgreementWorld, fault: string, at: number): Promise<void> {
  const { proxy } = world.site;
  const answers = new Map<string, string>();
  proxy.rewrite((path, body) => {
    if (!answers.has(path)) answers.set(path, body);
    return body;
  });
  proxy.decide(({ method, path }, ordinal) => {
    if (ordinal !== at) return "pass";
    return faults[fault]?.(method === "GET" ? answers.get(path) : undefined) ?? "pass";
  });
  // How a disturbed run ends is its own matter, as long as it ends.
  await world.run().catch(() => undefined);
  proxy.decide(undefined);
  proxy.rewrite(undefined);
}
