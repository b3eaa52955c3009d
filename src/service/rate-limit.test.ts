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
