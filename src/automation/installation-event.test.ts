import { describe, expect, test } from "vitest";
import { githubExamples } from "../../test/support/webhooks.ts";
import { readInstallationEvent, readRepositoryEvent } from "./installation-event.ts";

/** What GitHub shows of an event in its documentation. */
function exampleOf(event: string, action: string): object {
  const found = githubExamples().find((each) => each.event === event && each.payload["action"] === action);
  if (found === undefined) throw new Error(`There is no example of ${event} ${action}.`);
  return found.payload;
}

const ACME = { id: 5, account: { login: "acme" }, permissions: { contents: "write" } };
const SHOP = { id: 7, full_name: "acme/shop" };

describe("an installation", () => {
  test.each([
    ["created", { isGone: false, added: [{ number: 186853002, name: "Codertocat/Hello-World" }], removed: [] }],
    ["deleted", { isGone: true, added: [], removed: [{ number: 1296269, name: "octocat/Hello-World" }] }],
    ["new_permissions_accepted", { isGone: false, removed: [] }],
    ["suspend", { installation: { isSuspended: true } }],
    ["unsuspend", { installation: { isSuspended: false } }],
  ])("that is %s, as GitHub shows it", (action, expected) => {
    expect(readInstallationEvent(exampleOf("installation", action))).toMatchObject({ action, ...expected });
  });

  test("has a number, an account and its permissions", () => {
    expect(readInstallationEvent(exampleOf("installation", "created"))?.installation).toMatchObject({
      number: 957387,
      account: "Codertocat",
      isSuspended: false,
      permissions: { checks: "write", contents: "write" },
    });
  });

  test.each([
    ["added", { added: [{ number: expect.any(Number), name: expect.stringContaining("/") }], removed: [] }],
    ["removed", { added: [], removed: [{ number: expect.any(Number), name: expect.stringContaining("/") }] }],
  ])("has repositories %s", (action, expected) => {
    expect(readInstallationEvent(exampleOf("installation_repositories", action))).toMatchObject(expected);
  });

  test("that was suspended before stays so, whatever else is told of it", () => {
    const event = { action: "created", installation: { ...ACME, suspended_at: "2026-01-01T00:00:00Z" } };
    expect(readInstallationEvent(event)).toMatchObject({ installation: { isSuspended: true } });
  });

  test("with a repository whose name is none loses that one alone", () => {
    const event = { action: "created", installation: ACME, repositories: [{ id: 1, full_name: "../etc" }, SHOP] };
    expect(readInstallationEvent(event)?.added).toEqual([{ number: 7, name: "acme/shop" }]);
  });

  test.each([undefined, null, "text", {}, { action: "created", installation: { id: "x" } }])("is not in %j", (raw) => {
    expect(readInstallationEvent(raw)).toBeUndefined();
  });
});

describe("a repository", () => {
  test.each<readonly [string, object, object | undefined]>([
    [
      "is renamed, as GitHub shows it",
      exampleOf("repository", "renamed"),
      { kind: "renamed", from: "Octocoders/Hello-World", to: expect.stringMatching(/^Octocoders\//) },
    ],
    [
      "is transferred, as GitHub shows it",
      exampleOf("repository", "transferred"),
      { kind: "renamed", from: expect.stringMatching(/^octocat\//), to: expect.any(String) },
    ],
    [
      "is transferred from an organization",
      {
        action: "transferred",
        repository: SHOP,
        changes: { owner: { from: { organization: { login: "before" } } } },
      },
      { kind: "renamed", number: 7, from: "before/shop", to: "acme/shop" },
    ],
    ["is deleted", { action: "deleted", repository: SHOP }, { kind: "deleted", number: 7, name: "acme/shop" }],
    [
      "has another default branch",
      {
        action: "edited",
        repository: { ...SHOP, default_branch: "trunk" },
        changes: { default_branch: { from: "main" } },
      },
      { kind: "default-branch", number: 7, name: "acme/shop", branch: "trunk" },
    ],
    [
      "has another description",
      { action: "edited", repository: SHOP, changes: { description: { from: "x" } } },
      undefined,
    ],
    ["is made public", { action: "publicized", repository: SHOP }, undefined],
    [
      "had a name that is none",
      { action: "renamed", repository: SHOP, changes: { repository: { name: { from: "a/../b" } } } },
      undefined,
    ],
    ["says nothing of its new name", { action: "renamed", repository: SHOP }, undefined],
  ])("%s", (_, raw, expected) => {
    const event = readRepositoryEvent(raw);
    if (expected === undefined) expect(event).toBeUndefined();
    else expect(event).toMatchObject(expected);
  });

  test.each([undefined, null, [], { action: "deleted" }])("is not in %j", (raw) => {
    expect(readRepositoryEvent(raw)).toBeUndefined();
  });
});
