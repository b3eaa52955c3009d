import { describe, expect, it } from "vitest";
import { canonicalRepository } from "./repository-address.ts";

describe("a repository is the same however its address is written", () => {
  it.each([
    ["https://github.com/acme/app.git"],
    ["https://github.com/acme/app"],
    ["https://github.com/acme/app/"],
    ["https://user:secret@GitHub.com/acme/app.git"],
    ["git@github.com:acme/app.git"],
    ["ssh://git@github.com:22/acme/app.git"],
    ["git://github.com/acme/app.git/"],
    ["https://github.com:8443/acme/app"],
  ])("%s", (address) => {
    expect(canonicalRepository(address)).toBe("github.com/acme/app");
  });

  it.each([
    ["https://github.com/Acme/App.GIT", "github.com/acme/app"],
    ["https://dev.azure.com/org/My%20Team/_git/app", "dev.azure.com/org/my team/_git/app"],
    ["/srv/git/app.git", "/srv/git/app"],
    ["file:///srv/git/app.git", "/srv/git/app"],
    ["https://host/%zz", "host/%zz"],
    ["local:", "/"],
  ])("%s is %s", (address, expected) => {
    expect(canonicalRepository(address)).toBe(expected);
  });
});
