import { expect, it } from "vitest";
import { openSampleService, save, unlimited } from "../../../test/support/open-test-service.ts";
import { Person } from "../../../test/support/page-person.ts";
import { managementPages } from "./maintainer.ts";

/**
 * Who may open which page, and who may send its form at all: every page of the list, by people of every kind, of a public and
 * of a private project, and of a component that only teams see that name it. `page-rights.txt` says what comes of it: `.` is
 * shown, everything else the status of the refusal. A form is sent empty, so that it changes nothing: `400` is whoever may.
 */
it("opens every page for those who may, and takes forms of nobody else", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const people = new Map<string, Person>([["guest", new Person(test)]]);
  const known = async (name: string, token: string): Promise<void> => {
    const person = new Person(test);
    await person.signIn(token);
    people.set(name, person);
  };
  await known("stranger", (await test.admin.createUser({ username: "stranger" })).token);
  await known("translator", test.translatorToken);
  const { token } = await test.admin.createUser({ username: "manager", email: "manager@example.org" });
  await test.admin.grant("manager", "Administration", "demo");
  await known("manager", token);
  const places = { project: "demo/", component: "demo/app/", translation: "demo/app/cs/" };
  const addresses = [
    "/manage/new-project/",
    ...managementPages.flatMap(({ name, of }) => of.map((kind) => `/manage/${name}/${places[kind]}`)),
  ];
  const lines: string[] = [`${"".padEnd(44)}${[...people.keys()].map((name) => name.padEnd(14)).join("")}`.trimEnd()];
  for (const [state, path, json] of [
    ["public", "/api/projects/demo/", { access_control: 0 }],
    ["private", "/api/projects/demo/", { access_control: 100 }],
    ["restricted component", "/api/components/demo/app/", { restricted: true }],
  ] as const) {
    await test.request("PATCH", path, { json });
    lines.push(state);
    for (const address of addresses) {
      const cells: string[] = [];
      for (const person of people.values()) {
        const shown = (await person.open(address)).status;
        const sent = (await person.manage(address, { do: "nothing that there is" })).status;
        cells.push(`${shown === 200 ? "." : String(shown)} ${sent === 303 ? "." : String(sent)}`.padEnd(14));
      }
      lines.push(`  ${address.padEnd(42)}${cells.join("")}`.trimEnd());
    }
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./page-rights.txt");
});

it("renders no markup of anybody's text on any page", async () => {
  await using test = await openSampleService({ settings: { rateLimits: unlimited } });
  const short = `"><img src=x onerror="alert(1)"><b>bold`;
  const long = `<img src=x onerror="alert(1)">'"</textarea></script><b>bold</b>`;
  const ask = async (method: string, path: string, json: object): Promise<number> => {
    const answer = await test.request(method, path, { json });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.text === "" ? 0 : answer.json.id;
  };
  await save(test, "demo/app/cs", "button.save", [long]);
  await ask("PATCH", "/api/projects/demo/", { name: short, instructions: long });
  const messages = { commit_message: long, agreement: "", check_flags: "", license: "" };
  await ask("PATCH", "/api/components/demo/app/", { name: short, ...messages });
  await ask("PATCH", "/api/users/jana/", { full_name: `"'&bold` });
  await ask("POST", "/api/projects/demo/announcements/", { message: long });
  await ask("POST", "/api/components/demo/app/announcements/", { message: long });
  const address = "/api/projects/demo/";
  const team = await ask("POST", "/api/groups/", { name: short, defining_project: address });
  await test.service.database
    .insertInto("alert")
    .values({
      component_id: (await test.request("GET", "/api/components/demo/app/")).json.id,
      name: "MergeFailure",
      details: JSON.stringify({ error: long }),
      timestamp: "2026-01-01T00:00:00Z",
    })
    .execute();
  const admin = new Person(test);
  await admin.signIn(test.adminToken);
  const places = { project: "demo/", component: "demo/app/", translation: "demo/app/cs/" };
  const pages = [
    ...managementPages.flatMap(({ name, of }) => of.map((kind) => `/manage/${name}/${places[kind]}`)),
    `/manage/access/demo/?team=${String(team)}`,
    "/manage/languages/demo/app/?remove=cs",
    "/manage/repository/demo/app/?confirm=reset",
    `/manage/history/demo/?user=${encodeURIComponent(long)}`,
    `/manage/settings/demo/?done=${encodeURIComponent(long)}`,
    "/projects/demo/",
    "/projects/demo/app/",
  ];
  for (const page of pages) {
    const { status, text } = await admin.open(page);
    expect([page, status, text.match(/<img src=x|onerror="alert|<b>bold/g)]).toEqual([page, 200, null]);
  }
  for (const [page, fields] of [
    ["/manage/settings/demo/app/", { do: "save", name: short, "was:name": "x", filemask: long, "was:filemask": "y" }],
    ["/manage/access/demo/", { do: "create", name: long, role_id: long }],
    ["/manage/tokens/demo/", { do: "make", name: long, role: "Administration" }],
    ["/manage/languages/demo/app/", { do: "add", language_code: long }],
    ["/manage/announcements/demo/", { do: "add", message: long, expiry: long }],
    ["/manage/new-component/demo/", { do: "look", repo: long, branch: long, language: long }],
    ["/manage/new-project/", { name: long, slug: long, web: long, source_language: long }],
    [
      "/manage/files/demo/app/cs/",
      { do: "preview", method: long, file: new File([`{"title": "${long}`], "<b>bold.json") },
    ],
  ] as const) {
    const { status, text } = await admin.manage(page, fields);
    expect([page, status >= 400, text.match(/<img src=x|onerror="alert|<b>bold/g)]).toEqual([page, true, null]);
  }
});
