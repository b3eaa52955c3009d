import { describe, expect, it } from "vitest";
import { LocalError, RemoteError } from "../core/errors.ts";
import { failedFetch } from "./failed-fetch.ts";

const unable = "git fetch failed (128): fatal: unable to access 'https://github.com/acme/app.git/': ";

describe("a fetch that failed", () => {
  it.each([
    [`${unable}The requested URL returned error: 502`, "IL-F07"],
    [`${unable}Could not resolve host: github.com`, "IL-F07"],
    [`${unable}Failed to connect to github.com port 443 after 1 ms: Couldn't connect to server`, "IL-F07"],
    [`${unable}Operation too slow. Less than 100 bytes/sec transferred the last 60 seconds`, "IL-F07"],
    [`${unable}server certificate verification failed. CAfile: none CRLfile: none`, "IL-F07"],
    [`${unable}Empty reply from server`, "IL-F07"],
    ["git fetch failed (128): fatal: the remote end hung up unexpectedly", "IL-F07"],
    [`${unable}The requested URL returned error: 429`, "IL-F06"],
    [`${unable}The requested URL returned error: 401`, "IL-F01"],
    ["git fetch failed (128): fatal: Authentication failed for 'https://github.com/acme/app.git/'", "IL-F01"],
  ])("of the server is the server's: %s", (message, code) => {
    const told = failedFetch(new LocalError(message, { code: "IL-G01" }));

    expect(told).toBeInstanceOf(RemoteError);
    expect(told).toMatchObject({ code, message });
  });

  it.each([
    "git fetch failed (128): fatal: bad object refs/heads/main",
    "git fetch failed (128): error: unable to write file: No space left on device",
  ])("of the clone stays the clone's: %s", (message) => {
    const error = new LocalError(message, { code: "IL-G01" });

    expect(failedFetch(error)).toBe(error);
  });

  it("is nothing else than what failed", () => {
    const error = new LocalError("connection refused", { code: "IL-B01" });

    expect(failedFetch(error)).toBe(error);
  });
});
