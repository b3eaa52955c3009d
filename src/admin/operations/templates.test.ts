import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAdmin, type AdminServer, type AdminSession } from "../../../test/support/admin-server.ts";
import { templateFor } from "../../records/templates/templates.ts";

let server: AdminServer;
let operator: AdminSession;
let viewer: AdminSession;

beforeAll(async () => {
  server = await startAdmin();
  operator = await server.signIn(await server.addUser("Olga", "operator"));
  viewer = await server.signIn(await server.addUser("Viktor", "viewer"));
});
afterAll(() => server[Symbol.asyncDispose]());

const own = { kind: "pull-request-title", name: "Ours", repositories: "acme/*", body: "i18n: {{ strings }}" };

function send(method: string, path: string, json?: unknown, session = operator) {
  return server.request(method, path, { session, json });
}

async function builtIn(kind: string): Promise<{ readonly id: number; readonly body: string; readonly name: string }> {
  const { json } = await send("GET", `/templates?kind=${kind}`);
  return json.items.find((each: { readonly built_in: boolean }) => each.built_in);
}

describe("/templates", () => {
  it("lists the built-in ones to everybody", async () => {
    const { status, json } = await send("GET", "/templates", undefined, viewer);

    expect(status).toBe(200);
    expect(json).toMatchObject({ total: 8, page: 1, size: 50 });
    expect(json.items[0]).toMatchObject({ built_in: true, standard: true, updated_by: null, repositories: "*" });
    expect(json.items[0]).not.toHaveProperty("preview");
  });

  it("creates, shows, changes and deletes one", async () => {
    const created = await send("POST", "/templates", own);
    const address = `/templates/${String(created.json.id)}`;
    const shown = await send("GET", address, undefined, viewer);
    const replaced = await send("PUT", address, { name: "Theirs", repositories: "other/*", body: "a {{ files }}" });
    const changed = await send("PATCH", address, { repositories: "acme/web*" });
    const chosen = await templateFor(server.records, "pull-request-title", "acme/website");
    const deleted = await send("DELETE", address);

    expect(created).toMatchObject({ status: 200, json: { ...own, saved: true, preview: { format: "line" } } });
    expect(shown).toMatchObject({ status: 200, json: created.json });
    expect(replaced).toMatchObject({ status: 200, json: { name: "Theirs", repositories: "other/*" } });
    expect(changed).toMatchObject({ status: 200, json: { name: "Theirs", repositories: "acme/web*", saved: true } });
    expect(chosen).toBe("a {{ files }}");
    expect(deleted).toMatchObject({ status: 200, json: { name: "Theirs" } });
    expect(await send("GET", address)).toMatchObject({ status: 404 });
  });

  it("shows what a text becomes without saving it", async () => {
    const { id, body } = await builtIn("commit-message");

    const looked = await send("POST", "/templates?preview=true", own);
    const changed = await send("PATCH", `/templates/${String(id)}?preview=true`, { body: "{{ files }} files" });

    expect(looked).toMatchObject({ status: 200, json: { id: null, saved: false, preview: { subject: null } } });
    expect(looked.json.preview.text).toMatch(/^i18n: \d+$/);
    expect(changed).toMatchObject({ status: 200, json: { id, saved: false, body: "{{ files }} files" } });
    expect(await send("GET", "/templates")).toMatchObject({ json: { total: 8 } });
    expect(await send("GET", `/templates/${String(id)}`)).toMatchObject({ json: { body } });
  });

  it("restores a built-in one instead of deleting it", async () => {
    const { id, body } = await builtIn("mail-test");
    const address = `/templates/${String(id)}`;
    await send("PATCH", address, { body: "Subject: Ours\n\nText" });

    const changed = await send("GET", address);
    const restored = await send("DELETE", address);

    expect(changed).toMatchObject({ json: { standard: false, preview: { subject: "Ours", text: "Text\n" } } });
    expect(restored).toMatchObject({ status: 200, json: { body, standard: true, built_in: true } });
    expect((await builtIn("mail-test")).id).not.toBe(id);
    expect(await send("GET", address)).toMatchObject({ status: 404 });
  });

  it("keeps name and pattern of a built-in one", async () => {
    const { id, name, body } = await builtIn("pull-request-body");

    const outcome = await send("PUT", `/templates/${String(id)}`, { name: "Mine", repositories: "acme/*", body });
    const same = await send("PUT", `/templates/${String(id)}`, { name, repositories: "*", body });

    expect(outcome).toMatchObject({ status: 400, json: { errors: [{ field: "name" }, { field: "repositories" }] } });
    expect(same).toMatchObject({ status: 200, json: { standard: true, updated_by: null } });
  });

  it.each([
    ["a variable that is not there", { ...own, body: "{{ nobody }}" }, "body"],
    ["a text without an end", { ...own, body: "{{ strings" }, "body"],
    ["a text that takes too much", { ...own, body: "{% for i in (1..900000000) %}a{% endfor %}" }, "body"],
    ["an empty text", { ...own, body: "" }, "body"],
    ["a text that is too long", { ...own, kind: "pull-request-body", body: "x".repeat(20_001) }, "body"],
    ["an unknown kind", { ...own, kind: "poem" }, "kind"],
    ["a pattern that is none", { ...own, repositories: "a/b/c" }, "repositories"],
    ["mail for a repository", { ...own, kind: "mail-test", body: "Subject: S\n\nText" }, "repositories"],
    ["mail without a subject", { ...own, kind: "mail-test", repositories: "*", body: "Text" }, "body"],
    ["an unknown field", { ...own, colour: "blue" }, "colour"],
    ["a name of two lines", { ...own, name: "a\nb" }, "name"],
  ])("refuses %s", async (_, body, field) => {
    expect(await send("POST", "/templates", body)).toMatchObject({ status: 400, json: { errors: [{ field }] } });
    expect(await send("GET", "/templates")).toMatchObject({ json: { total: 8 } });
  });

  it("lets viewers change nothing, and nobody in without a session", async () => {
    const { id } = await builtIn("pull-request-title");
    const address = `/templates/${String(id)}`;

    const answers = [
      await send("POST", "/templates", own, viewer),
      await send("PUT", address, { name: "n", repositories: "*", body: "b" }, viewer),
      await send("PATCH", address, { body: "b" }, viewer),
      await send("DELETE", address, undefined, viewer),
      await server.request("GET", "/templates"),
      await server.request("GET", address),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 401, 401]);
  });

  it("knows no template of another number", async () => {
    const answers = [
      await send("GET", "/templates/999"),
      await send("PATCH", "/templates/999", { body: "b" }),
      await send("PUT", "/templates/999", { name: "n", repositories: "*", body: "b" }),
      await send("DELETE", "/templates/999"),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe("the mail that sets a password", () => {
  const foreign = "Subject: Hello\n\nhttps://elsewhere.example/?{{ link }}";

  it("says what administrators say, whom an operator's words could lead elsewhere with their link", async () => {
    const { id } = await builtIn("mail-password-reset");
    const address = `/templates/${String(id)}`;

    const tries = [
      await send("POST", "/templates", { kind: "mail-password-reset", name: "Ours", body: foreign }),
      await send("PATCH", address, { body: foreign }),
      await send("PUT", address, { name: "x", repositories: "*", body: foreign }),
      await send("DELETE", address),
      await send("PATCH", `${address}?preview=true`, { body: foreign }),
    ];

    expect(tries.slice(0, 4).map(({ status }) => status)).not.toContain(200);
    expect([tries[0], tries[1], tries[3]].map((tried) => tried?.status)).toEqual([403, 403, 403]);
    expect(tries[4]).toMatchObject({ status: 200, json: { saved: false } });
    expect(await templateFor(server.records, "mail-password-reset", "")).toBeUndefined();
  });

  it("is an administrator's to change", async () => {
    const administrator = await server.signIn(server.administrator);
    const { id } = await builtIn("mail-password-reset");
    const address = `/templates/${String(id)}`;

    const changed = await send("PATCH", address, { body: "Subject: Hello\n\n{{ link }}" }, administrator);
    const restored = await send("DELETE", address, undefined, administrator);

    expect([changed.status, restored.status]).toEqual([200, 200]);
  });
});
