import { describe, expect, it } from "vitest";
import { readRunnerEnvironment } from "./runner-environment.ts";

const job = { GITHUB_REPOSITORY: "acme/app", GITHUB_RUN_ID: "9001", GITHUB_RUN_NUMBER: "12" };

it.each([
  ["as the runner says", "a".repeat(40), { commit: "a".repeat(40) }],
  ["but for what is none", "--upload-pack=x", {}],
])("knows the commit that a run stands on, %s", (_, sha, known) => {
  const { event } = readRunnerEnvironment({ ...job, GITHUB_SHA: sha });
  expect("commit" in event ? { commit: event.commit } : {}).toEqual(known);
});

describe("the forge of a job", () => {
  it.each([
    ["GitHub", {}, "github", "https://api.github.com", "https://github.com/acme/app/actions/runs/9001"],
    [
      "GitHub Enterprise Server",
      { GITHUB_SERVER_URL: "https://git.example", GITHUB_API_URL: "https://git.example/api/v3" },
      "github",
      "https://git.example/api/v3",
      "https://git.example/acme/app/actions/runs/9001",
    ],
    [
      "Gitea",
      {
        GITEA_ACTIONS: "true",
        GITHUB_SERVER_URL: "https://git.example",
        GITHUB_API_URL: "https://git.example/api/v1",
      },
      "forgejo",
      "https://git.example/api/v1",
      "https://git.example/acme/app/actions/runs/9001",
    ],
    [
      "Forgejo, whose runs are counted for each repository",
      { FORGEJO_ACTIONS: "true", GITEA_ACTIONS: "true", GITHUB_SERVER_URL: "https://codeberg.org" },
      "forgejo",
      "https://codeberg.org/api/v1",
      "https://codeberg.org/acme/app/actions/runs/12",
    ],
    [
      "a runner that does not say, by the address of the API",
      { GITHUB_SERVER_URL: "http://localhost:3000", GITHUB_API_URL: "http://localhost:3000/api/v1" },
      "forgejo",
      "http://localhost:3000/api/v1",
      "http://localhost:3000/acme/app/actions/runs/9001",
    ],
  ])("is told apart: %s", (_, environment, forge, apiUrl, runUrl) => {
    expect(readRunnerEnvironment({ ...job, ...environment })).toMatchObject({ forge, apiUrl, runUrl });
  });
});
