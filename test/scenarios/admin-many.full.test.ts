import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../support/admin-server.ts";
import { largeAdminScene, manyTeams } from "../support/large-admin-scene.ts";

const MOST_BYTES = 300_000;
/** Of the processor, which does not count what other tests do meanwhile. */
const MOST_MILLISECONDS = 300;
const TRIES = 3;

describe("with 500 repositories of 20 components in eight languages, the administration's page", () => {
  let server: AdminServer;
  let session: AdminSession;
  let first: number;

  beforeAll(async () => {
    server = await startAdmin();
    first = await largeAdminScene(server.records, manyTeams);
    session = await server.signIn(server.administrator);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it.each([
    "",
    "/repositories",
    "/repositories?sort=-behind",
    "/repositories/FIRST",
    "/maps",
    "/maps?page=1600",
    "/maps?text=part-19",
    "/maps?state=behind",
    "/search?q=team",
    "/search?q=product-407",
    "/runs",
    "/deliveries",
    "/deliveries?state=dead",
    "/bottlenecks",
    "/bottlenecks?window=30d",
    "/logs?text=strings",
  ])("%s is written at once, and is not long", async (path) => {
    const address = `${server.url.replace(/\/$/, "")}${path.replace("FIRST", String(first))}`;
    let fastest = Infinity;
    let text = "";
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = process.cpuUsage();
      const answer = await fetch(address, { headers: { cookie: session.cookie } });
      text = await answer.text();
      const { user, system } = process.cpuUsage(before);
      expect(answer.status).toBe(200);
      fastest = Math.min(fastest, (user + system) / 1_000);
    }
    console.info(`${path}: ${fastest.toFixed(0)} ms, ${(text.length / 1_000).toFixed(0)} kB`);
    expect(fastest).toBeLessThan(MOST_MILLISECONDS);
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES);
  });

  it("shows the worst first, of each repository what is not in step, and leads to the rest", async () => {
    const answer = await fetch(server.url.replace(/\/$/, ""), { headers: { cookie: session.cookie } });
    const text = await answer.text();
    const grid = text.slice(text.indexOf('class="grid"'), text.indexOf("</main>"));
    const rows = grid.split('class="who"').slice(1);
    const tones = rows.map((row) => [...row.matchAll(/<a class="cell (\w+)"/g)].map(([, tone = ""]) => tone));
    expect(rows).toHaveLength(10);
    expect(tones[0]?.[0]).toBe("bad");
    for (const [index, shown] of tones.entries()) {
      expect(shown.slice(0, -1)).not.toContain("good");
      expect(shown.length).toBeLessThanOrEqual(8);
      expect(rows[index]).toMatch(/\d+ (?:more )?components?<\/b><small>(?:in step|\d+ not in step)</);
    }
    expect(grid).toContain("490 more repositories");
  });
});
