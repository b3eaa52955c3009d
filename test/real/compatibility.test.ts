import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleFiles } from "../support/sample-files.ts";
import { createRepository } from "../support/repository.ts";
import { embeddedSite } from "../support/embedded-site.ts";
import { actionFolder } from "../support/runner.ts";
import type { Site } from "../support/world.ts";
import { answerTo, type Side } from "./probes/answer.ts";
import { differencesBetween } from "./probes/difference.ts";
import { leftovers, probes } from "./probes/index.ts";
import { realSite } from "./real-site.ts";

/** Rows of the document's table: which requests, and how their answers differ. `*` stands for any text. */
interface Row {
  readonly request: string;
  readonly difference: string;
}

async function documented(): Promise<Row[]> {
  const text = await readFile(join(actionFolder, "docs", "compatibility.md"), "utf8");
  return [...text.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
    .map(([, request = "", difference = ""]) => ({ request: request.trim(), difference: difference.trim() }))
    .filter(({ request }) => request !== "request" && !/^-+$/.test(request));
}

function matches(pattern: string, text: string): boolean {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.?+()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(".*")}$`, "s").test(text);
}

const covers = (row: Row, found: Row): boolean =>
  matches(row.request, found.request) && matches(row.difference, found.difference);

function sideOf(site: Site, stamp: string, repositoryUrl: string): Side {
  return {
    url: site.service.url,
    tokens: {
      bot: site.botToken,
      translator: site.translator.token,
      admin: site.service.adminToken,
      wrong: "wrong",
    },
    names: [
      [repositoryUrl, "(repository)"],
      [encodeURIComponent(repositoryUrl), "(repository)"],
      [stamp, "(stamp)"],
    ],
    kept: new Map([
      ["stamp", stamp],
      ["p", `p${stamp}`],
      ["seeded", site.project],
      ["repo", repositoryUrl],
      ["origin", site.service.url],
    ]),
  };
}

const PATIENCE = 15 * 60_000;

test(
  "the embedded service answers as the real one does, but for the differences that docs/compatibility.md lists with their reasons",
  { timeout: PATIENCE },
  async () => {
    await using real = await realSite();
    await using embedded = await embeddedSite();
    await using realUpstream = await createRepository(sampleFiles);
    await using embeddedUpstream = await createRepository(sampleFiles);
    const stamp = Date.now().toString(36);
    const realSide = sideOf(real, stamp, realUpstream.remoteUrl);
    const embeddedSide = sideOf(embedded, stamp, embeddedUpstream.remoteUrl);
    const found: Row[] = [];

    await using _cleanUp = {
      [Symbol.asyncDispose]: async () => {
        for (const probe of leftovers) await answerTo(realSide, probe);
      },
    };

    for (const probe of probes) {
      const [before, after] = await Promise.all([answerTo(realSide, probe), answerTo(embeddedSide, probe)]);
      found.push(...differencesBetween(before, after).map((difference) => ({ request: probe.name, difference })));
    }

    const rows = await documented();
    const unlisted = found.filter((each) => !rows.some((row) => covers(row, each)));
    const vanished = rows.filter((row) => !found.some((each) => covers(row, each)));
    const shown = ({ request, difference }: Row): string => `${request}: ${difference}`;
    expect({ unlisted: unlisted.map(shown), vanished: vanished.map(shown) }).toEqual({ unlisted: [], vanished: [] });
  },
);
