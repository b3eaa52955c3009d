import { probesAbout, type Probe } from "./probe.ts";

const plural = { number: 2, formula: "n != 1" };
const language = { code: "x{stamp}", name: "Probe {stamp}", direction: "ltr", plural };

function languages(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("languages");
  const all = "/api/languages/";
  const own = "/api/languages/x{stamp}/";
  return [
    get("list", all, { structure: true }),
    get("one", "/api/languages/cs/"),
    get("one with its own plural", "/api/languages/ar/"),
    get("one that does not exist", "/api/languages/xx-none/"),
    post("add", all, { json: language }),
    post("add without a code", all, { json: { name: "Probe", direction: "ltr", plural } }),
    post("add without a name", all, { json: { code: "y{stamp}", direction: "ltr", plural } }),
    post("add without a plural", all, { json: { code: "y{stamp}", name: "Probe", direction: "ltr" } }),
    post("add one that is there", all, { json: { ...language, code: "cs" } }),
    post("add with a direction that is none", all, { json: { ...language, code: "y{stamp}", direction: "up" } }),
    post("add as a translator", all, { json: language, as: "translator" }),
    post("add as nobody", all, { json: language, as: "nobody" }),
    patch("rename", own, { json: { name: "Renamed {stamp}" } }),
    patch("a direction that is none", own, { json: { direction: "up" } }),
    patch("rename as a translator", own, { json: { name: "Mine" }, as: "translator" }),
    put("replace", own, { json: { ...language, name: "Replaced {stamp}" } }),
    put("replace without a name", own, { json: { code: "x{stamp}", plural } }),
    get("statistics", `${own}statistics/`),
    get("one as nobody", own, { as: "nobody" }),
    get("one with a wrong token", own, { as: "wrong" }),
    remove("delete as a translator", own, { as: "translator" }),
    remove("delete", own),
    get("one that is deleted", own),
    remove("delete what was added without a name", "/api/languages/y{stamp}/"),
  ];
}

function projects(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("projects");
  const all = "/api/projects/";
  const own = "/api/projects/{p}/";
  const fields = { name: "{p}", slug: "{p}", web: "https://example.org/" };
  return [
    get("list", all, { structure: true }),
    post("create", all, { json: fields }),
    post("create without a name", all, { json: { slug: "z{stamp}", web: "https://example.org/" } }),
    post("create without a slug", all, { json: { name: "z{stamp}", web: "https://example.org/" } }),
    post("create with a slug that is none", all, { json: { ...fields, name: "z{stamp}", slug: "no slug" } }),
    post("create one that is there", all, { json: fields }),
    post("create with a web address that is none", all, {
      json: { name: "z{stamp}", slug: "z{stamp}", web: "nowhere" },
    }),
    post("create as a translator", all, { json: { ...fields, name: "z{stamp}", slug: "z{stamp}" }, as: "translator" }),
    post("create as nobody", all, { json: fields, as: "nobody" }),
    post("create from an empty body", all, { json: {} }),
    get("one", own),
    get("one as nobody", own, { as: "nobody" }),
    get("one with a wrong token", own, { as: "wrong" }),
    get("one that does not exist", "/api/projects/none-{stamp}/"),
    patch("instructions", own, { json: { instructions: "Be nice." } }),
    patch("language aliases", own, { json: { language_aliases: "cz:cs" } }),
    patch("language aliases that are none", own, { json: { language_aliases: "cz" } }),
    patch("a slug that is none", own, { json: { slug: "no slug" } }),
    patch("a boolean that is none", own, { json: { translation_review: "perhaps" } }),
    patch("as a translator", own, { json: { name: "Mine" }, as: "translator" }),
    patch("as nobody", own, { json: { name: "Mine" }, as: "nobody" }),
    put("replace without a name", own, { json: { slug: "{p}", web: "https://example.org/" } }),
    put("replace", own, { json: { ...fields, web: "https://example.org/new/" } }),
    get("repository of one without components", `${own}repository/`),
    get("statistics of one without components", `${own}statistics/`),
    get("languages of one without components", `${own}languages/`),
    get("components of one without components", `${own}components/`),
    get("lock", `${own}lock/`),
    post("lock that is no boolean", `${own}lock/`, { json: { lock: "banana" } }),
    remove("lock by a method that is not allowed", `${own}lock/`),
    remove("delete as a translator", own, { as: "translator" }),
    remove("delete one that does not exist", "/api/projects/none-{stamp}/"),
  ];
}

function categories(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("categories");
  const all = "/api/categories/";
  const own = "/api/categories/{category}/";
  const project = "{origin}/api/projects/{p}/";
  return [
    post("create", all, { json: { name: "Mobile", slug: "mobile", project }, keeps: { category: "id" } }),
    post("create one that is there", all, { json: { name: "Mobile", slug: "mobile", project } }),
    post("create one without a project", all, { json: { name: "Other", slug: "other" } }),
    post("create one in a project that does not exist", all, {
      json: { name: "Other", slug: "other", project: "{origin}/api/projects/none-{stamp}/" },
    }),
    post("create as a translator", all, { json: { name: "Other", slug: "other", project }, as: "translator" }),
    post("create one inside", all, {
      json: { name: "Android", slug: "android", project, category: "{origin}/api/categories/{category}/" },
      keeps: { inner: "id" },
    }),
    get("one", own),
    get("one that does not exist", "/api/categories/999999999/"),
    patch("rename", own, { json: { name: "Phones" } }),
    patch("a slug that is none", own, { json: { slug: "no slug" } }),
    patch("into what is inside it", own, { json: { category: "{origin}/api/categories/{inner}/" } }),
    put("replace", own, { json: { name: "Mobile", slug: "mobile", project } }),
    put("replace without a slug", own, { json: { name: "Mobile", project } }),
    get("of the project", "/api/projects/{p}/categories/"),
    get("statistics", `${own}statistics/`),
    remove("delete as a translator", "/api/categories/{inner}/", { as: "translator" }),
    remove("delete", "/api/categories/{inner}/"),
  ];
}

function labels(): Probe[] {
  const { get, post, remove } = probesAbout("labels");
  const all = "/api/projects/{p}/labels/";
  return [
    post("create", all, { json: { name: "Legal", color: "red" }, keeps: { label: "id" } }),
    post("create one that is there", all, { json: { name: "Legal", color: "red" } }),
    post("create with a color that is none", all, { json: { name: "Other", color: "ultraviolet" } }),
    post("create without a name", all, { json: { color: "red" } }),
    post("create as a translator", all, { json: { name: "Other", color: "red" }, as: "translator" }),
    get("list", all),
    post("create another", all, {
      json: { name: "Short", color: "navy", description: "For menus" },
      keeps: { spare: "id" },
    }),
    remove("delete", `${all}{spare}/`),
    remove("delete one that does not exist", `${all}999999/`),
  ];
}

export const placeProbes = [...languages(), ...projects(), ...categories(), ...labels()];
