import { probesAbout, type Probe } from "./probe.ts";

const png = new Uint8Array(
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==",
    "base64",
  ),
);

function screenshots(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("screenshots");
  const all = "/api/screenshots/";
  const own = "/api/screenshots/{screenshot}/";
  const place = { project_slug: "{p}", component_slug: "web", language_code: "en" };
  const image = (fields: Record<string, string>, content: string | Uint8Array<ArrayBuffer> = png) => ({
    upload: { part: "image", fileName: "page.png", content, fields },
  });
  return [
    post("add", all, { ...image({ ...place, name: "Page" }), keeps: { screenshot: "url" } }),
    post("add a text", all, image({ ...place, name: "Text" }, "text")),
    post("add without a name", all, image(place)),
    post("add without a component", all, image({ name: "Page", project_slug: "{p}", language_code: "en" })),
    post("add to a component that does not exist", all, image({ ...place, component_slug: "none", name: "Page" })),
    post("add without an image", all, { form: { ...place, name: "Page" } }),
    post("add as a translator", all, { ...image({ ...place, name: "Page" }), as: "translator" }),
    get("list", all, { structure: true }),
    get("one", own),
    get("one that does not exist", "/api/screenshots/999999/"),
    get("image", `${own}file/`),
    post("another image", `${own}file/`, image({})),
    post("a text as image", `${own}file/`, image({}, "text")),
    post("no image", `${own}file/`, { form: {} }),
    patch("rename", own, { json: { name: "First page" } }),
    patch("no name", own, { json: { name: "" } }),
    put("replace", own, { json: { name: "Page" } }),
    post("show a string", `${own}units/`, { form: { unit_id: "{source}" } }),
    post("show a string that does not exist", `${own}units/`, { form: { unit_id: "999999999" } }),
    post("show a string without saying which", `${own}units/`, { form: {} }),
    post("show a string as a translator", `${own}units/`, { form: { unit_id: "{source}" }, as: "translator" }),
    remove("do not show a string that does not exist", `${own}units/999999999/`),
    remove("do not show the string", `${own}units/{source}/`),
    remove("delete as a translator", own, { as: "translator" }),
    remove("delete", own),
    remove("delete it again", own),
  ];
}

function addons(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("add-ons");
  const all = "/api/components/{p}/server/addons/";
  const own = "/api/addons/{addon}/";
  return [
    post("install", all, { json: { name: "weblate.cleanup.generic" }, keeps: { addon: "id" } }),
    post("install it again", all, { json: { name: "weblate.cleanup.generic" } }),
    post("install with a configuration", all, {
      json: { name: "weblate.git.squash", configuration: { squash: "all", append_trailers: true, commit_message: "" } },
      keeps: { squash: "id" },
    }),
    post("install with a configuration that is none", all, {
      json: { name: "weblate.git.squash", configuration: { squash: "none" } },
    }),
    post("install what does not exist", all, { json: { name: "weblate.none.none" } }),
    post("install nothing", all, { json: {} }),
    post("install where it does not fit", "/api/components/{p}/web/addons/", {
      json: { name: "weblate.gettext.linguas" },
    }),
    post("install as a translator", all, { json: { name: "weblate.cleanup.generic" }, as: "translator" }),
    get("list", "/api/addons/", { structure: true }),
    get("one", own),
    get("one as a translator", own, { as: "translator" }),
    get("one that does not exist", "/api/addons/999999/"),
    patch("configure", "/api/addons/{squash}/", { json: { configuration: { squash: "author" } } }),
    patch("configure wrongly", "/api/addons/{squash}/", { json: { configuration: { squash: "none" } } }),
    put("replace", "/api/addons/{squash}/", {
      json: { name: "weblate.git.squash", configuration: { squash: "language" } },
    }),
    remove("delete as a translator", own, { as: "translator" }),
    remove("delete", own),
    remove("delete another", "/api/addons/{squash}/"),
    remove("delete it again", own),
  ];
}

function everywhere(): Probe[] {
  const { get, post } = probesAbout("site");
  return [
    get("the root", "/api/", { structure: true }),
    get("components", "/api/components/", { structure: true }),
    get("translations", "/api/translations/", { structure: true }),
    get("metrics", "/api/metrics/", { structure: true }),
    get("metrics as nobody", "/api/metrics/", { as: "nobody" }),
    get("search", "/api/search/?q={p}"),
    get("search for a language", "/api/search/?q=Czech", { structure: true }),
    get("search for nothing", "/api/search/"),
    get("changes", "/api/changes/", { structure: true }),
    get("changes of nobody", "/api/changes/?user=none-{stamp}"),
    get("changes of a kind that is none", "/api/changes/?action=x"),
    get("changes of a kind that does not exist", "/api/changes/?action=9999"),
    get("changes after a time that is none", "/api/changes/?timestamp_after=soon"),
    get("changes before all", "/api/changes/?timestamp_before=2000-01-01T00:00:00Z"),
    get("a change that does not exist", "/api/changes/999999999/"),
    get("completed translations in a project", "/api/projects/{p}/changes/?action=1"),
    get("changed translations in a project", "/api/projects/{p}/changes/?action=2"),
    get("comments in a project", "/api/projects/{p}/changes/?action=3"),
    get("suggestions in a project", "/api/projects/{p}/changes/?action=4"),
    get("new translations in a project", "/api/projects/{p}/changes/?action=5"),
    get("uploaded texts in a project", "/api/projects/{p}/changes/?action=9"),
    get("locks in a project", "/api/projects/{p}/changes/?action=14"),
    get("unlocks in a project", "/api/projects/{p}/changes/?action=15"),
    get("language removals in a project", "/api/projects/{p}/changes/?action=25", { structure: true }),
    get("added strings in a project", "/api/projects/{p}/changes/?action=31"),
    get("approvals in a project", "/api/projects/{p}/changes/?action=36"),
    get("marks for edit in a project", "/api/projects/{p}/changes/?action=37"),
    get("added languages in a project", "/api/projects/{p}/changes/?action=48"),
    get("screenshots in a project", "/api/projects/{p}/changes/?action=57"),
    get("installed add-ons in a project", "/api/projects/{p}/changes/?action=60", { structure: true }),
    get("removed strings in a project", "/api/projects/{p}/changes/?action=63", { structure: true }),
    get("files by upload in a project", "/api/projects/{p}/changes/?action=54", { structure: true }),
    get("uploads in a project", "/api/projects/{p}/changes/?action=78"),
    get("labels in a project", "/api/projects/{p}/changes/?action=86"),
    get("statistics of the project", "/api/projects/{p}/statistics/"),
    get("statistics of a component", "/api/components/{p}/server/statistics/"),
    get("memory", "/api/memory/", { structure: true }),
    get("memory as a translator", "/api/memory/", { as: "translator" }),
    get("memory as nobody", "/api/memory/", { as: "nobody" }),
    get("a task that does not exist", "/api/tasks/00000000-0000-4000-8000-000000000000/"),
    get("tasks", "/api/tasks/"),
    get("an address that does not exist", "/api/none/"),
    get("no slash at the end", "/api/projects"),
    get("a representation that does not exist", "/api/projects/?format=none"),
    get("a type that does not exist", "/api/projects/", { headers: { accept: "image/png" } }),
    post("a body that does not parse", "/api/projects/", { upload: { fileName: "x", content: "x", fields: {} } }),
    get("a project of a bot", "/api/projects/{seeded}/", { as: "bot", structure: true }),
    get("a project beside a bot's", "/api/projects/{p}/", { as: "bot" }),
    get("users for a bot", "/api/users/", { as: "bot", structure: true }),
    post("a project by a bot", "/api/projects/", {
      as: "bot",
      json: { name: "b{stamp}", slug: "b{stamp}", web: "https://example.org/" },
    }),
    post("commit by a bot", "/api/projects/{seeded}/repository/", { as: "bot", json: { operation: "commit" } }),
    post("a language by a bot", "/api/languages/", {
      as: "bot",
      json: { code: "b{stamp}", name: "B", direction: "ltr", plural: { number: 2, formula: "n != 1" } },
    }),
  ];
}

function hooksAndExports(): Probe[] {
  const { get, post } = probesAbout("hooks");
  const exported = probesAbout("exports");
  const address = "https://example.org/none/none";
  const push = {
    ref: "refs/heads/main",
    repository: {
      name: "none",
      full_name: "none/none",
      owner: { login: "none", name: "none" },
      url: address,
      html_url: address,
      clone_url: `${address}.git`,
      git_url: "git://example.org/none/none.git",
      ssh_url: "git@example.org:none/none.git",
      svn_url: address,
    },
  };
  return [
    get("update a component", "/hooks/update/{p}/web/"),
    get("update a project", "/hooks/update/{p}/"),
    get("update a component that does not exist", "/hooks/update/{p}/none/"),
    get("update a project that does not exist", "/hooks/update/none-{stamp}/"),
    post("a push nobody follows", "/hooks/github/", {
      json: push,
      as: "nobody",
      headers: { "x-github-event": "push" },
    }),
    post("a ping", "/hooks/github/", { json: { zen: "x" }, as: "nobody", headers: { "x-github-event": "ping" } }),
    post("an empty push", "/hooks/github/", { json: {}, as: "nobody" }),
    post("a host that does not exist", "/hooks/none/", { json: push, as: "nobody" }),
    get("by GET", "/hooks/github/"),
    exported.get("statistics", "/exports/stats/{p}/server/?format=json"),
    exported.get("statistics as text", "/exports/stats/{p}/server/?format=csv", { structure: true }),
    exported.get("statistics of what does not exist", "/exports/stats/{p}/none/?format=json", { structure: true }),
    exported.get("feed", "/exports/rss/{p}/web/cs/", { structure: true }),
    exported.get("feed of what does not exist", "/exports/rss/{p}/none/", { structure: true }),
    exported.get("feed of everything", "/exports/rss/", { structure: true }),
  ];
}

export const siteProbes = [...screenshots(), ...addons(), ...everywhere(), ...hooksAndExports()];
