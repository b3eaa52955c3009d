import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../../test/support/test-clock.ts";
import { OwnUsers } from "./own-users.ts";

const service = { url: "https://translate.example", token: "token", webhookSecret: "", repositories: [] };

describe("who the bot is on a service", () => {
  it("is known from the first message on where it was asked before, and asked again after an hour", async () => {
    const clock = manualClock();
    const asked: string[] = [];
    const users = new OwnUsers(clock, async ({ url }) => {
      asked.push(url);
      return `bot-${String(asked.length)}`;
    });

    users.meet({ main: service, tokenless: { ...service, token: "" } });
    await setImmediate();
    expect(users.nameAt(service)).toBe("bot-1");
    expect(asked).toEqual(["https://translate.example"]);

    clock.advance(3_600_001);
    expect(users.nameAt(service)).toBe("bot-1");
    await setImmediate();
    expect(users.nameAt(service)).toBe("bot-2");
  });

  it("is nobody where the service does not tell", async () => {
    const users = new OwnUsers(manualClock(), async () => {
      throw new Error("The service does not answer.");
    });

    users.meet({ main: service });
    await setImmediate();

    expect(users.nameAt(service)).toBeUndefined();
  });
});
