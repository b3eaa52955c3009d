import { expect, it } from "vitest";
import { RateLimiter } from "./rate-limit.ts";

it("begins anew when the window is over, for each caller by themselves", () => {
  let now = 0;
  const limiter = new RateLimiter({ now: () => new Date(now), sleep: async () => undefined });
  const limit = { requests: 1, windowSeconds: 60 };

  expect(limiter.count("a", limit)["X-RateLimit-Remaining"]).toBe("0");
  now = 30_000;
  expect(() => limiter.count("a", limit)).toThrow("Expected available in 30 seconds");
  expect(limiter.count("b", limit)["X-RateLimit-Remaining"]).toBe("0");
  now = 60_000;
  expect(limiter.count("a", limit)["X-RateLimit-Reset"]).toBe("60");
});

it("forgets nobody who has used up their requests, however many others come", () => {
  const limiter = new RateLimiter({ now: () => new Date(0), sleep: async () => undefined });
  const limit = { requests: 2, windowSeconds: 60 };
  limiter.count("busy", limit);
  limiter.count("busy", limit);

  for (let caller = 0; caller < 25_000; caller += 1) limiter.count(`other ${String(caller)}`, limit);

  expect(() => limiter.count("busy", limit)).toThrow("throttled");
});
