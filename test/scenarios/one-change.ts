import { expect } from "vitest";
import { systemClock, type TimerClock } from "../../src/core/clock.ts";
import { scheduled } from "../support/events.ts";
import { requestLines } from "../support/proxy.ts";
import { createRepository } from "../support/repository.ts";
import { createComponents } from "../support/sample-components.ts";
import { webSource } from "../support/sample-files.ts";
import { createComponent } from "../support/service-api.ts";
import type { World } from "../support/world.ts";

const MAPPING = ".github/interlinear.yml";
const PART = { en: '{\n    "word": "Word"\n}\n', cs: '{\n    "word": "Slovo"\n}\n' };

/** A service that has been left alone for an hour: what its newest entries started is over. */
export const anHourAgo: TimerClock = { ...systemClock, now: () => new Date(Date.now() - 3_600_000) };

/** A run, with what it asked of the service and of GitHub. */
export async function sync(world: World) {
  world.forgetRequests();
  const { outputs, exitCode, log } = await world.run({ ...(await scheduled(world.repository)), event: "schedule" });
  expect(exitCode, log).toBe(0);
  const lines = (all: Parameters<typeof requestLines>[0]): readonly string[] =>
    requestLines(all).map((line) => line.replaceAll(/[0-9a-f]{40}/g, "…").replace("/repos/acme/app", ""));
  return { outputs, service: lines(world.site.proxy.requests), github: lines(world.github.proxy.requests) };
}

/** Components beside the sample's two, `part-1` and so on, which the mapping binds. */
export async function addParts({ site, repository }: World, count: number): Promise<void> {
  if (count === 0) return;
  const slugs = Array.from({ length: count }, (_, index) => `part-${String(index + 1)}`);
  const files = Object.fromEntries(
    slugs.flatMap((slug) => [
      [`${slug}/en.json`, PART.en],
      [`${slug}/cs.json`, PART.cs],
    ]),
  );
  const entries = slugs.map(
    (slug) => `  - component: ${slug}\n    source: ${slug}/en.json\n    translations: ${slug}/{language}.json\n`,
  );
  await using upstream = await createRepository(files);
  const parts = slugs.map((slug) => ({ slug, format: "json", source: `${slug}/en.json`, mask: `${slug}/*.json` }));
  await createComponents(site, upstream, parts);
  await repository.write({ ...files, [MAPPING]: `${await repository.read(MAPPING)}${entries.join("")}` });
  await repository.publish("Add parts");
}

/** A component that the mapping does not bind, with the sample's texts. @param clone another one's, that it shares */
export async function addUnbound({ site }: World, slug: string, clone?: string): Promise<string> {
  const files = { [`${slug}/en.json`]: webSource, [`${slug}/cs.json`]: '{\n    "title": "Ahoj"\n}\n' };
  await using upstream = await createRepository(files);
  await createComponent(site.service, site.project, {
    name: slug,
    slug,
    repo: clone === undefined ? upstream.remoteUrl : `weblate://${clone}`,
    branch: clone === undefined ? upstream.branch : "",
    file_format: "json-nested",
    filemask: `${slug}/*.json`,
    template: `${slug}/en.json`,
  });
  return `${site.project}/${slug}`;
}
