import { zipSync } from "fflate";
import { probesAbout, type Probe } from "./probe.ts";

const json = { file_format: "json-nested", filemask: "locales/*.json", template: "locales/en.json" };
const po = { file_format: "po", filemask: "po/*.po", new_base: "po/server.pot" };
const git = { vcs: "git", repo: "{repo}", branch: "main", new_lang: "add", push_on_commit: false };
const ofProject = "/api/projects/{p}/components/";
const web = "/api/components/{p}/web/";
const server = "/api/components/{p}/server/";

function zipped(): Uint8Array<ArrayBuffer> {
  const file = (text: string): Uint8Array => new TextEncoder().encode(text);
  return new Uint8Array(
    zipSync({ "l/en.json": file('{"a": "One", "b": "Two"}'), "l/cs.json": file('{"a": "Jedna"}') }),
  );
}

function creation(): Probe[] {
  const { get, post } = probesAbout("components");
  return [
    post("create", ofProject, { json: { ...git, ...json, name: "web", slug: "web" }, keeps: { web: "id" } }),
    post("create one that shares a clone", ofProject, {
      json: { ...po, name: "server", slug: "server", repo: "weblate://{p}/web", new_lang: "add" },
      keeps: { server: "id" },
    }),
    post("create one that is there", ofProject, { json: { ...git, ...json, name: "web", slug: "web" } }),
    post("create without a name", ofProject, { json: { ...git, ...json, slug: "other" } }),
    post("create without a mask", ofProject, {
      json: { ...git, name: "other", slug: "other", file_format: "po" },
    }),
    post("create with a mask that is none", ofProject, {
      json: { ...git, ...json, name: "other", slug: "other", filemask: "locales/en.json" },
    }),
    post("create with a format that does not exist", ofProject, {
      json: { ...git, ...json, name: "other", slug: "other", file_format: "none" },
    }),
    post("create from a repository that does not exist", ofProject, {
      json: { ...git, ...json, name: "other", slug: "other", repo: "file:///nowhere/none.git" },
    }),
    post("create with a base file that does not exist", ofProject, {
      json: { ...git, ...json, name: "other", slug: "other", template: "locales/none.json" },
    }),
    post("create as a link to nothing", ofProject, {
      json: { ...json, name: "other", slug: "other", repo: "weblate://{p}/none" },
    }),
    post("create as a translator", ofProject, {
      json: { ...git, ...json, name: "other", slug: "other" },
      as: "translator",
    }),
    post("create as nobody", ofProject, { json: { ...git, ...json, name: "other", slug: "other" }, as: "nobody" }),
    post("create from an archive", ofProject, {
      upload: {
        part: "zipfile",
        fileName: "l.zip",
        content: zipped(),
        fields: {
          name: "zip",
          slug: "zip",
          file_format: "json",
          filemask: "l/*.json",
          template: "l/en.json",
          new_lang: "add",
        },
      },
    }),
    post("create from a document", ofProject, {
      upload: {
        part: "docfile",
        fileName: "page.json",
        content: '{"a": "One", "b": "Two"}',
        fields: { name: "page", slug: "page", file_format: "json", new_lang: "add" },
      },
    }),
    get("of the project", ofProject, { structure: true }),
  ];
}

function settings(): Probe[] {
  const { get, put, patch } = probesAbout("component");
  return [
    get("one", web),
    get("one that shares a clone", server),
    get("one as nobody", web, { as: "nobody" }),
    get("one that does not exist", "/api/components/{p}/none/"),
    patch("priority", web, { json: { priority: 120 } }),
    patch("a priority that is none", web, { json: { priority: "high" } }),
    patch("a priority that does not exist", web, { json: { priority: 7 } }),
    patch("a format that does not exist", web, { json: { file_format: "none" } }),
    patch("a merge style that does not exist", web, { json: { merge_style: "none" } }),
    patch("a boolean that is none", web, { json: { manage_units: "perhaps" } }),
    patch("enforced checks", web, { json: { enforced_checks: ["same"] } }),
    patch("enforced checks again", web, { json: { enforced_checks: [] } }),
    patch("an expression that is none", web, { json: { language_regex: "(" } }),
    patch("flags", web, { json: { check_flags: "ignore-same" } }),
    patch("flags that do not exist", web, { json: { check_flags: "no-such-flag" } }),
    patch("flags again", web, { json: { check_flags: "" } }),
    patch("license", web, { json: { license: "MIT" } }),
    patch("license that does not exist", web, { json: { license: "NONE" } }),
    patch("into a category", "/api/components/{p}/zip/", { json: { category: "{origin}/api/categories/{category}/" } }),
    get("one in a category", "/api/components/{p}/mobile%252Fzip/"),
    get("one in a category by half the escapes", "/api/components/{p}/mobile%2Fzip/"),
    patch("out of the category", "/api/components/{p}/mobile%252Fzip/", { json: { category: null } }),
    patch("as a translator", web, { json: { priority: 80 }, as: "translator" }),
    put("replace without a name", web, { json: { ...json, slug: "web" } }),
    get("statistics", `${web}statistics/`),
    get("translations", `${web}translations/`),
    get("a page of translations that does not exist", `${web}translations/?page=99`),
    get("translations, one a page", `${web}translations/?page_size=1`),
    get("changes of a kind that is none", `${web}changes/?action=x`),
    get("screenshots", `${web}screenshots/`),
    get("links", `${web}links/`),
    get("lock", `${web}lock/`),
  ];
}

function repository(): Probe[] {
  const { get, post, remove } = probesAbout("repository");
  const operate = (name: string, operation: string, path = web): Probe =>
    post(name, `${path}repository/`, { json: { operation } });
  return [
    get("of a component", `${web}repository/`),
    get("of a component that shares a clone", `${server}repository/`),
    get("of a translation", "/api/translations/{p}/web/cs/repository/"),
    get("of the project", "/api/projects/{p}/repository/"),
    get("of a component as nobody", `${web}repository/`, { as: "nobody" }),
    operate("commit nothing", "commit"),
    operate("pull nothing", "pull"),
    operate("push without an address to push to", "push"),
    operate("clean up", "cleanup"),
    operate("reset", "reset"),
    operate("write all files", "file-sync"),
    operate("read all files", "file-scan"),
    operate("rebase nothing", "pull-rebase"),
    operate("merge nothing", "pull-merge"),
    operate("merge nothing without fast-forward", "pull-merge-noff"),
    operate("reset, keeping translations", "reset-keep"),
    operate("do what does not exist", "explode"),
    operate("commit a project", "commit", "/api/projects/{p}/"),
    operate("pull a project", "pull", "/api/projects/{p}/"),
    operate("commit a translation", "commit", "/api/translations/{p}/web/cs/"),
    post("do nothing", `${web}repository/`, { json: {} }),
    post("commit by form", `${web}repository/`, { form: { operation: "commit" } }),
    post("commit as a translator", `${web}repository/`, { json: { operation: "commit" }, as: "translator" }),
    post("commit as nobody", `${web}repository/`, { json: { operation: "commit" }, as: "nobody" }),
    remove("by a method that is not allowed", `${web}repository/`),
  ];
}

function locking(): Probe[] {
  const { get, post } = probesAbout("lock");
  const cs = "/api/translations/{p}/web/cs/file/";
  const upload = { fileName: "cs.json", content: '{"title": "Nazdar"}', fields: { method: "translate" } };
  return [
    post("lock", `${web}lock/`, { json: { lock: true } }),
    get("that is locked", `${web}lock/`),
    post("upload", cs, { upload }),
    post("commit", `${web}repository/`, { json: { operation: "commit" } }),
    post("pull", `${web}repository/`, { json: { operation: "pull" } }),
    post("lock what is locked", `${web}lock/`, { json: { lock: true } }),
    post("unlock", `${web}lock/`, { json: { lock: false } }),
    post("without saying what", `${web}lock/`, { json: {} }),
    post("by a word", `${web}lock/`, { json: { lock: "banana" } }),
    post("as a translator", `${web}lock/`, { json: { lock: true }, as: "translator" }),
  ];
}

function newLanguages(): Probe[] {
  const { post, get, remove } = probesAbout("new language");
  const all = `${server}translations/`;
  return [
    post("add", all, { json: { language_code: "fr" } }),
    post("add one that is there", all, { json: { language_code: "fr" } }),
    post("add one that does not exist", all, { json: { language_code: "xx-none" } }),
    post("add none", all, { json: {} }),
    post("add as a translator", all, { json: { language_code: "it" }, as: "translator" }),
    post("add to a monolingual component", `${web}translations/`, { json: { language_code: "pt_BR" } }),
    get("its file", "/api/translations/{p}/server/fr/file/"),
    get("its file in a monolingual component", "/api/translations/{p}/web/pt_BR/file/"),
    get("its statistics", "/api/translations/{p}/server/fr/statistics/"),
    get("of the project", "/api/projects/{p}/languages/", { structure: true }),
    remove("delete as a translator", "/api/translations/{p}/server/fr/", { as: "translator" }),
    remove("delete", "/api/translations/{p}/server/fr/"),
    remove("delete it again", "/api/translations/{p}/server/fr/"),
    remove("delete the source language", "/api/translations/{p}/web/en/"),
  ];
}

function links(): Probe[] {
  const { get, post, remove } = probesAbout("links");
  const all = `${web}links/`;
  return [
    post("add", all, { form: { project_slug: "{seeded}" } }),
    get("list", all, { structure: true }),
    post("add to a project that does not exist", all, { form: { project_slug: "none-{stamp}" } }),
    post("add to its own project", all, { form: { project_slug: "{p}" } }),
    post("add without a project", all, { form: {} }),
    post("add as a translator", all, { form: { project_slug: "{seeded}" }, as: "translator" }),
    remove("delete as a translator", `${all}{seeded}/`, { as: "translator" }),
    remove("delete", `${all}{seeded}/`),
    remove("delete it again", `${all}{seeded}/`),
  ];
}

function lists(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("component lists");
  const all = "/api/component-lists/";
  const own = "/api/component-lists/c{stamp}/";
  return [
    post("create", all, { json: { name: "c{stamp}", slug: "c{stamp}", show_dashboard: true } }),
    post("create one that is there", all, { json: { name: "c{stamp}", slug: "c{stamp}" } }),
    post("create without a slug", all, { json: { name: "d{stamp}" } }),
    post("create as a translator", all, { json: { name: "d{stamp}", slug: "d{stamp}" }, as: "translator" }),
    get("one", own),
    get("one that does not exist", "/api/component-lists/none-{stamp}/"),
    patch("not on the first page", own, { json: { show_dashboard: false } }),
    patch("a boolean that is none", own, { json: { show_dashboard: "perhaps" } }),
    put("replace", own, { json: { name: "c{stamp}", slug: "c{stamp}", show_dashboard: true } }),
    post("add a component", `${own}components/`, { form: { component_id: "{web}" } }),
    post("add a component that does not exist", `${own}components/`, { form: { component_id: "999999" } }),
    post("add a component without saying which", `${own}components/`, { form: {} }),
    get("components", `${own}components/`, { structure: true }),
    get("one with a component", own),
    remove("take a component away", `${own}components/web/`),
    remove("take a component away that does not exist", `${own}components/none/`),
    remove("delete as a translator", own, { as: "translator" }),
    remove("delete", own),
    get("one that is deleted", own),
  ];
}

export const componentProbes = [
  ...creation(),
  ...settings(),
  ...repository(),
  ...locking(),
  ...newLanguages(),
  ...links(),
  ...lists(),
];
export const removalProbes = [
  probesAbout("components").remove("delete as a translator", "/api/components/{p}/zip/", { as: "translator" }),
  probesAbout("components").remove("delete", "/api/components/{p}/zip/"),
  probesAbout("components").get("one that is deleted", "/api/components/{p}/zip/"),
  probesAbout("projects").remove("delete", "/api/projects/{p}/"),
  probesAbout("projects").get("one that is deleted", "/api/projects/{p}/"),
];
