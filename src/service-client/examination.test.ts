import { expect, test } from "vitest";
import { json, startScriptedService, type Reply } from "../../test/support/scripted-service.ts";
import { ServiceExamination } from "./examination.ts";

type Answers = Readonly<Record<string, Reply>>;

/** A service that answers by path; everything else is not there. */
async function examining(answers: (url: string) => Answers) {
  let origin = "";
  const service = await startScriptedService(({ target }) => {
    const path = target.split("?", 1)[0] ?? "";
    return answers(origin)[path] ?? json({ detail: "Not found." }, 404);
  });
  origin = service.url;
  const examination = new ServiceExamination({ url: service.url, token: "svp_secret", version: "0", attempts: 1 });
  return {
    service,
    examination,
    [Symbol.asyncDispose]: async () => {
      await examination.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

const own: Answers = {
  "/api/users/": json({ results: [{ username: "bot" }] }),
  "/api/users/bot/": json({ id: 1, username: "bot", full_name: "Bot" }),
};

function team(url: string, more: object): object {
  return {
    url: `${url}/api/groups/1/`,
    name: "CI",
    project_selection: 0,
    language_selection: 1,
    roles: [`${url}/api/roles/1/`],
    projects: [`${url}/api/projects/acme/`],
    components: [`${url}/api/components/other/mobile%252Fandroid/`],
    languages: [],
    ...more,
  };
}

const roles = (url: string): Reply => json({ results: [{ url: `${url}/api/roles/1/`, permissions: ["vcs.view"] }] });

test.each([
  {
    case: "what is listed",
    more: {},
    grant: { reach: { kind: "listed", projects: ["acme"], components: ["other/mobile/android"] } },
  },
  { case: "everything", more: { project_selection: 1 }, grant: { reach: { kind: "everywhere" } } },
  { case: "what the service chooses", more: { project_selection: 3 }, grant: { reach: { kind: "by-rule" } } },
  {
    case: "some languages",
    more: { language_selection: 0, languages: ["https://x.example.org/api/languages/cs/"] },
    grant: { languages: ["cs"] },
  },
])("a team may reach $case", async ({ more, grant }) => {
  await using examined = await examining((url) => ({
    ...own,
    "/api/groups/": json({ results: [team(url, more)] }),
    "/api/roles/": roles(url),
  }));
  expect(await examined.examination.account()).toMatchObject({
    username: "bot",
    isSuperuser: false,
    grants: [{ team: "CI", permissions: ["vcs.view"], ...grant }],
  });
});

test("a team whose roles are hidden is somebody else's", async () => {
  await using examined = await examining((url) => ({
    ...own,
    "/api/groups/": json({ results: [team(url, { roles: [`${url}/api/roles/2/`] })] }),
    "/api/roles/": roles(url),
  }));
  expect(await examined.examination.account()).toMatchObject({ grants: [] });
});

test.each([
  { case: "hidden", answer: json({ detail: "No." }, 403) },
  { case: "not there", answer: json({ detail: "Not found." }, 404) },
  { case: "of another form", answer: json({ results: [{ id: 1 }] }) },
])("teams that are $case say nothing of the user", async ({ answer }) => {
  await using examined = await examining((url) => ({ ...own, "/api/groups/": answer, "/api/roles/": roles(url) }));
  expect(await examined.examination.account()).toEqual({ username: "bot", isSuperuser: false, grants: undefined });
});

test("who sees others is not told from them", async () => {
  await using examined = await examining(() => ({
    "/api/users/": json({ results: [{ username: "a" }, { username: "b" }] }),
  }));
  expect(await examined.examination.account()).toBeUndefined();
});

test("the version is unknown to who may not see it, and a rejected token is an error", async () => {
  await using hidden = await examining(() => ({ "/api/metrics/": json({ detail: "No." }, 403) }));
  await using rejected = await examining(() => ({ "/api/metrics/": json({ detail: "Invalid token." }, 401) }));
  expect(await hidden.examination.version()).toEqual({ name: undefined, version: undefined });
  await expect(rejected.examination.version()).rejects.toMatchObject({ code: "IL-S07" });
});
