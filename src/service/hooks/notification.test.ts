import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ignored, isHookProvider, malformed, readNotification, type HookProvider } from "./notification.ts";

const repository = { clone_url: "https://host/acme/app.git", ssh_url: "git@host:acme/app.git", full_name: "acme/app" };

interface Case {
  readonly provider: HookProvider;
  readonly headers?: Record<string, string>;
  readonly payload: unknown;
  readonly branch: string;
  readonly has: string;
}

const pushes: readonly Case[] = [
  {
    provider: "github",
    headers: { "X-GitHub-Event": "push" },
    payload: {
      ref: "refs/heads/feature/one",
      repository: { name: "app", owner: { login: "acme" }, clone_url: "https://github.com/acme/app.git" },
    },
    branch: "feature/one",
    has: "https://github.com/acme/app.git",
  },
  {
    provider: "github",
    payload: { ref: "refs/heads/main", repository: { name: "app", owner: { name: "acme" }, svn_url: "https://h/a" } },
    branch: "main",
    has: "https://h/a",
  },
  {
    provider: "gitlab",
    payload: {
      ref: "refs/heads/main",
      project: { path_with_namespace: "acme/app" },
      repository: { name: "app", url: "git@gitlab.com:acme/app.git", git_http_url: "https://gitlab.com/acme/app.git" },
    },
    branch: "main",
    has: "https://gitlab.com/acme/app.git",
  },
  { provider: "gitea", payload: { ref: "refs/heads/main", repository }, branch: "main", has: repository.clone_url },
  { provider: "forgejo", payload: { ref: "refs/heads/main", repository }, branch: "main", has: repository.ssh_url },
  {
    provider: "gitee",
    payload: { ref: "refs/heads/master", repository: { git_http_url: "https://gitee.com/acme/app.git" } },
    branch: "master",
    has: "https://gitee.com/acme/app.git",
  },
  {
    provider: "bitbucket",
    headers: { "X-Event-Key": "repo:push" },
    payload: {
      push: { changes: [{ new: { name: "old" } }, { new: { name: "main" } }] },
      repository: { full_name: "acme/app", links: { html: { href: "https://bitbucket.org/acme/app" } } },
    },
    branch: "main",
    has: "https://bitbucket.org/acme/app",
  },
  {
    provider: "bitbucket",
    headers: { "X-Event-Key": "repo:refs_changed" },
    payload: {
      changes: [{ ref: { displayId: "main" } }],
      repository: {
        slug: "app",
        project: { key: "ACME" },
        links: { clone: [{ href: "ssh://git@bitbucket.example/acme/app.git" }] },
      },
    },
    branch: "main",
    has: "ssh://git@bitbucket.example/acme/app.git",
  },
  {
    provider: "bitbucket",
    headers: { "X-Event-Key": "pr:merged" },
    payload: {
      pullRequest: { toRef: { displayId: "release", repository: { slug: "app", project: { key: "ACME" } } } },
    },
    branch: "release",
    has: "https://bitbucket.org/ACME/app",
  },
  {
    provider: "azure",
    payload: {
      eventType: "git.push",
      resource: {
        refUpdates: [{ name: "refs/heads/main" }],
        repository: {
          name: "app",
          project: { name: "My Team" },
          remoteUrl: "https://acme.visualstudio.com/My%20Team/_git/app",
        },
      },
    },
    branch: "main",
    has: "git@ssh.dev.azure.com:v3/acme/My%20Team/app",
  },
  {
    provider: "pagure",
    payload: {
      topic: "git.receive",
      msg: { branch: "main", pagure_instance: "https://pagure.io", project_fullname: "fork/jana/app" },
    },
    branch: "main",
    has: "https://pagure.io/fork/jana/app",
  },
];

describe("a push is understood", () => {
  it.each(pushes)("from $provider, to $branch, of $has", ({ provider, headers, payload, branch, has }) => {
    const notification = readNotification(provider, payload, new Headers(headers));
    expect(notification).toMatchObject({
      branches: expect.arrayContaining([branch]),
      repositories: expect.arrayContaining([has]),
    });
  });
});

it("a push of several branches is one of each", () => {
  const pushedTo = { full_name: "acme/app", slug: "app", project: { key: "ACME" } };
  const azure = { name: "app", remoteUrl: "https://dev.azure.com/acme/app/_git/app" };
  const branchesOf = (provider: HookProvider, payload: object) => readNotification(provider, payload, new Headers());

  const cloud = {
    repository: pushedTo,
    push: { changes: [{ new: { name: "main" } }, { new: null, old: { name: "gone" } }] },
  };
  expect(branchesOf("bitbucket", cloud)).toMatchObject({ branches: ["main", "gone"] });
  const server = { repository: pushedTo, changes: [{ ref: { displayId: "main" } }, { ref: { displayId: "next" } }] };
  expect(branchesOf("bitbucket", server)).toMatchObject({ branches: ["main", "next"] });
  const refUpdates = [{ name: "refs/heads/main" }, { name: "refs/heads/next" }];
  const pushed = { eventType: "git.push", resource: { refUpdates, repository: azure } };
  expect(branchesOf("azure", pushed)).toMatchObject({ branches: ["main", "next"] });
});

it.each([
  ["github", { "X-GitHub-Event": "ping" }, { zen: "Design for failure." }],
  ["gitlab", {}, { object_kind: "issue" }],
  ["bitbucket", { "X-Event-Key": "issue:created" }, {}],
  ["azure", {}, { eventType: "build.complete" }],
  ["pagure", {}, { topic: "issue.new" }],
] as const)("%s: an event that changes no branch is ignored", (provider, headers, payload) => {
  expect(readNotification(provider, payload, new Headers(headers))).toBe(ignored);
});

it.each([
  ["github", { ref: "refs/heads/main", repository: { name: "app" } }],
  ["gitlab", { ref: "refs/heads/main" }],
  ["gitea", { ref: "refs/heads/main", repository: "app" }],
  ["bitbucket", { push: { changes: [] } }],
  ["azure", { eventType: "git.push" }],
  ["pagure", { topic: "git.receive", msg: { pagure_instance: "nowhere", project_fullname: "app" } }],
  ["pagure", { topic: "git.receive", msg: { pagure_instance: "https://pagure.io", project_fullname: "//[::" } }],
  ["pagure", { topic: "git.receive", msg: { pagure_instance: "mailto:x", project_fullname: "app" } }],
  ["bitbucket", { repository: { full_name: "http://[" } }],
] as const)("%s: a push without its repository is malformed", (provider, payload) => {
  expect(readNotification(provider, payload, new Headers())).toBe(malformed);
});

it("nobody's payload makes it throw", () => {
  const names = ["azure", "bitbucket", "forgejo", "gitea", "gitee", "github", "gitlab", "pagure"].filter(
    isHookProvider,
  );
  const members = fc.constantFrom("repository", "ref", "push", "changes", "links", "clone", "resource", "msg", "topic");
  const payload = fc.letrec((tie) => ({
    value: fc.oneof(
      fc.string(),
      fc.constant(null),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(members, tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(fc.constantFrom(...names), payload, (provider, sent) => {
      readNotification(provider, sent, new Headers());
    }),
  );
});

it("a host nobody knows is none", () => {
  expect(isHookProvider("toString")).toBe(false);
});
