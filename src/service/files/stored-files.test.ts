import { describe, expect, it } from "vitest";
import { lastModified } from "./stored-files.ts";

describe("the time of a file's last change", () => {
  const change = "2026-11-21T08:26:48.500Z";

  it("is in whole seconds, as the header has them", () => {
    expect(lastModified(change, new Date("2026-11-21T08:26:49.000Z"))).toBe("Sat, 21 Nov 2026 08:26:48 GMT");
  });

  it("is one second less while another change can still come in the same second", () => {
    expect(lastModified(change, new Date("2026-11-21T08:26:48.999Z"))).toBe("Sat, 21 Nov 2026 08:26:47 GMT");
  });

  it("is one second less for a change that came after the request", () => {
    expect(lastModified(change, new Date("2026-11-21T08:26:47.900Z"))).toBe("Sat, 21 Nov 2026 08:26:47 GMT");
  });
});
