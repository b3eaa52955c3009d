import { probesAbout, type Probe } from "./probe.ts";

function roles(): Probe[] {
  const { get, post, put, patch } = probesAbout("roles");
  const all = "/api/roles/";
  return [
    get("list", all, { structure: true }),
    get("list as a translator", all, { as: "translator", structure: true }),
    post("create", all, { json: { name: "r{stamp}", permissions: ["unit.edit"] }, keeps: { role: "id" } }),
    post("create one that is there", all, { json: { name: "r{stamp}", permissions: [] } }),
    post("create with a permission that does not exist", all, {
      json: { name: "s{stamp}", permissions: ["unit.none"] },
    }),
    post("create without permissions", all, { json: { name: "s{stamp}" } }),
    post("create as a translator", all, { json: { name: "s{stamp}", permissions: [] }, as: "translator" }),
    get("one", "/api/roles/{role}/"),
    get("one that does not exist", "/api/roles/999999/"),
    patch("rename", "/api/roles/{role}/", { json: { name: "t{stamp}" } }),
    put("replace", "/api/roles/{role}/", { json: { name: "r{stamp}", permissions: ["unit.review", "unit.edit"] } }),
    put("replace without a name", "/api/roles/{role}/", { json: { permissions: [] } }),
  ];
}

function groups(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("groups");
  const all = "/api/groups/";
  const own = "/api/groups/{group}/";
  return [
    get("list", all, { structure: true }),
    post("create", all, {
      json: { name: "g{stamp}", project_selection: 0, language_selection: 0 },
      keeps: { group: "id" },
    }),
    post("create without a name", all, { json: { project_selection: 0 } }),
    post("create with a selection that does not exist", all, { json: { name: "h{stamp}", project_selection: 9 } }),
    post("create as a translator", all, { json: { name: "h{stamp}" }, as: "translator" }),
    get("one", own),
    get("one that does not exist", "/api/groups/999999/"),
    patch("rename", own, { json: { name: "h{stamp}" } }),
    patch("as a translator", own, { json: { name: "mine" }, as: "translator" }),
    put("replace", own, { json: { name: "g{stamp}", project_selection: 0, language_selection: 0 } }),
    post("add a role", `${own}roles/`, { form: { role_id: "{role}" } }),
    post("add a role that does not exist", `${own}roles/`, { form: { role_id: "999999" } }),
    post("add a role without saying which", `${own}roles/`, { form: {} }),
    post("add a language", `${own}languages/`, { form: { language_code: "cs" } }),
    post("add a language that does not exist", `${own}languages/`, { form: { language_code: "xx-none" } }),
    remove("take a language away", `${own}languages/cs/`),
    remove("take a language away that is not there", `${own}languages/de/`),
    post("add a project that does not exist", `${own}projects/`, { form: { project_id: "999999" } }),
    post("add a component that does not exist", `${own}components/`, { form: { component_id: "999999" } }),
    post("add a component list that does not exist", `${own}componentlists/`, {
      form: { component_list_id: "999999" },
    }),
    post("add an administrator that does not exist", `${own}admins/`, { form: { user_id: "999999" } }),
    remove("take a role away", `${own}roles/{role}/`),
    remove("delete as a translator", own, { as: "translator" }),
  ];
}

function users(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("users");
  const all = "/api/users/";
  const own = "/api/users/u{stamp}/";
  const account = { username: "u{stamp}", full_name: "Una", email: "u{stamp}@example.org" };
  const subscribed = { notification: "NewStringNotificaton", scope: 20, frequency: 1 };
  return [
    get("list", all, { structure: true }),
    get("list as nobody", all, { as: "nobody" }),
    get("by a number that is none", `${all}?id=x`),
    post("create", all, { json: account, keeps: { user: "id" } }),
    post("create one that is there", all, { json: account }),
    post("create with an address that is none", all, { json: { ...account, username: "v{stamp}", email: "nowhere" } }),
    post("create with a name that is none", all, {
      json: { ...account, username: "no name", email: "w{stamp}@example.org" },
    }),
    post("create without a full name", all, { json: { username: "v{stamp}", email: "v{stamp}@example.org" } }),
    post("create as a translator", all, { json: account, as: "translator" }),
    get("by name", `${all}?username=u{stamp}`),
    get("by address", `${all}?email=U{stamp}@EXAMPLE.ORG`, { structure: true }),
    get("one", own),
    get("one as somebody else", own, { as: "translator" }),
    get("one as nobody", own, { as: "nobody" }),
    get("one that does not exist", "/api/users/none-{stamp}/"),
    patch("rename", own, { json: { full_name: "Una Nova" } }),
    patch("as somebody else", own, { json: { full_name: "Mine" }, as: "translator" }),
    put("replace", own, { json: { ...account, full_name: "Una" } }),
    put("replace without a name", own, { json: { full_name: "Una" } }),
    post("into a group", `${own}groups/`, { form: { group_id: "{group}" } }),
    post("into a group that does not exist", `${own}groups/`, { form: { group_id: "999999" } }),
    post("into a group without saying which", `${own}groups/`, { form: {} }),
    post("into a group as somebody else", `${own}groups/`, { form: { group_id: "{group}" }, as: "translator" }),
    remove("out of a group", `${own}groups/`, { form: { group_id: "{group}" } }),
    get("statistics", `${own}statistics/`),
    get("contributions", `${own}contributions/`),
    get("subscriptions", `${own}notifications/`, { structure: true }),
    get("subscriptions as somebody else", `${own}notifications/`, { as: "translator" }),
    post("subscribe", `${own}notifications/`, { json: subscribed, keeps: { subscription: "id" } }),
    post("subscribe to nothing", `${own}notifications/`, { json: { ...subscribed, notification: "None" } }),
    post("subscribe without a frequency", `${own}notifications/`, {
      json: { notification: "NewStringNotificaton", scope: 0 },
    }),
    get("a subscription", `${own}notifications/{subscription}/`),
    patch("a subscription", `${own}notifications/{subscription}/`, { json: { frequency: 2 } }),
    patch("a subscription to no frequency", `${own}notifications/{subscription}/`, { json: { frequency: 9 } }),
    put("a subscription", `${own}notifications/{subscription}/`, { json: { ...subscribed, frequency: 3 } }),
    remove("a subscription", `${own}notifications/{subscription}/`),
    remove("a subscription that is gone", `${own}notifications/{subscription}/`),
    remove("delete as somebody else", own, { as: "translator" }),
    remove("delete", own),
    get("one that is deleted", own),
  ];
}

/** What the probes leave behind. */
const { remove: erase, get: look } = probesAbout("groups");
const end = [
  erase("delete", "/api/groups/{group}/"),
  look("one that is deleted", "/api/groups/{group}/"),
  probesAbout("roles").remove("delete as a translator", "/api/roles/{role}/", { as: "translator" }),
  probesAbout("roles").remove("delete", "/api/roles/{role}/"),
];

export const peopleProbes = [...roles(), ...groups(), ...users(), ...end];
