import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { watchMachine } from "./machine.ts";

describe("watchMachine", () => {
  it("sees an event loop that was held up, and a processor that was busy", async () => {
    using machine = watchMachine("/");
    await setTimeout(60);
    await machine.look();
    await setTimeout(60);
    const until = performance.now() + 150;
    while (performance.now() < until);
    await setTimeout(40);

    const { loopMax, processCpu, cpu } = await machine.look();
    await setTimeout(100);
    const calm = await machine.look();

    expect(loopMax).toBeGreaterThan(80);
    expect(processCpu).toBeGreaterThan(calm.processCpu);
    expect(cpu).toBeGreaterThan(0);
    expect(calm.loopP50).toBeLessThan(loopMax);
  });
});
