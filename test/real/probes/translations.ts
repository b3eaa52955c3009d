import { probesAbout, type Probe } from "./probe.ts";

const cs = "/api/translations/{p}/web/cs/";
const de = "/api/translations/{p}/web/de/";
const en = "/api/translations/{p}/web/en/";
const po = "/api/translations/{p}/server/cs/";

function reading(): Probe[] {
  const { get } = probesAbout("translation");
  const asks = (q: string): Probe => get(`strings by ${q}`, `${cs}units/?q=${encodeURIComponent(q)}`);
  return [
    get("one", cs),
    get("the source", en),
    get("one of a gettext component", po),
    get("one that does not exist", "/api/translations/{p}/web/xx/"),
    get("one as nobody", cs, { as: "nobody" }),
    get("statistics", `${cs}statistics/`),
    get("statistics of the source", `${en}statistics/`),
    get("statistics with plurals", `${po}statistics/`),
    get("strings", `${cs}units/`),
    get("strings of the source", `${en}units/`),
    get("strings with plurals", `${po}units/`),
    get("strings, two a page", `${cs}units/?page_size=2`),
    get("a page of strings that does not exist", `${cs}units/?page=9`),
    ...[
      "state:translated",
      "state:<translated",
      "state:empty",
      "state:>=translated",
      "is:untranslated",
      "has:translation",
      "has:plural",
      "source:save",
      'source:="Save"',
      "key:button",
      "context:button",
      "target:uložit",
      "NOT state:empty",
      "save OR cancel",
      "(save OR cancel) AND state:empty",
      'source:r"^S"',
      "changed:>2000-01-01",
      "added:>2000-01-01",
      "priority:100",
      "is:pending",
      "has:check",
      "has:suggestion",
      "position:2",
      "id:0",
    ].map(asks),
    get("strings by a field that does not exist", `${cs}units/?q=foo%3Abar`),
    get("strings by half a query", `${cs}units/?q=AND`),
    get("changes", `${cs}changes/?action=2`),
  ];
}

function units(): Probe[] {
  const { get, post, put, patch, remove } = probesAbout("strings");
  const title = "/api/units/{title}/";
  const source = "/api/units/{source}/";
  return [
    get("find one", `${cs}units/?q=key%3Atitle`, { keeps: { title: "results.0.id" } }),
    get("find an empty one", `${cs}units/?q=key%3Abutton.cancel`, { keeps: { cancel: "results.0.id" } }),
    get("find its source", `${en}units/?q=key%3Atitle`, { keeps: { source: "results.0.id" } }),
    get("find a plural", `${po}units/?q=has%3Aplural`, { keeps: { plural: "results.0.id" } }),
    get("one", title),
    get("the source", source),
    get("one that does not exist", "/api/units/999999999/"),
    get("translations of the source", `${source}translations/`, { sortedBy: "language_code" }),
    get("translations of what is no source", `${title}translations/`),
    patch("translate", title, { json: { target: ["Nazdar"], state: 20 }, as: "translator" }),
    get("one that was translated", title),
    patch("translate the same again", title, { json: { target: ["Nazdar"], state: 20 }, as: "translator" }),
    patch("mark for edit", title, { json: { target: ["Nazdar!"], state: 10 } }),
    patch("empty it", title, { json: { target: [""], state: 0 } }),
    patch("say it is translated without a text", title, { json: { target: [""], state: 20 } }),
    patch("approve without reviews", title, { json: { target: ["Ahoj"], state: 30 } }),
    patch("make it read-only", title, { json: { target: ["Ahoj"], state: 100 } }),
    patch("a state that does not exist", title, { json: { target: ["Ahoj"], state: 17 } }),
    patch("a state that is none", title, { json: { target: ["Ahoj"], state: "translated" } }),
    patch("a text without a state", title, { json: { target: ["Ahoj"] } }),
    patch("a state without a text", title, { json: { state: 10 } }),
    patch("a text that is no list", title, { json: { target: "Ahoj", state: 20 } }),
    patch("too many forms", title, { json: { target: ["Ahoj", "Nazdar"], state: 20 } }),
    patch("as nobody", title, { json: { target: ["Ahoj"], state: 20 }, as: "nobody" }),
    put("replace", title, { json: { target: ["Ahoj"], state: 20, labels: [] } }),
    put("replace without a text", title, { json: { state: 20 } }),
    patch("translate a plural", "/api/units/{plural}/", {
      json: { target: ["%d soubor", "%d soubory", "%d souborů"], state: 20 },
    }),
    patch("translate half a plural", "/api/units/{plural}/", { json: { target: ["%d soubor"], state: 20 } }),
    get("a plural", "/api/units/{plural}/"),
    patch("translate badly", "/api/units/{plural}/", { json: { target: ["soubor", "soubory", "souborů"], state: 20 } }),
    get("strings with failing checks", `${po}units/?q=has%3Acheck`),
    patch("explain a source", source, { json: { explanation: "A greeting" } }),
    patch("explain a translation", title, { json: { explanation: "A greeting" } }),
    patch("flag a source", source, { json: { extra_flags: "max-length:50" } }),
    patch("flag a source wrongly", source, { json: { extra_flags: "no-such-flag" } }),
    patch("label a source", source, { json: { labels: ["{label}"] } }),
    patch("label a source with nothing", source, { json: { labels: [999_999] } }),
    patch("label a translation", title, { json: { labels: ["{label}"] } }),
    get("a source with all that", source),
    get("strings of that label", `${cs}units/?q=label%3ALegal`),
    post("add one", `${en}units/`, { json: { key: "added", value: ["Added"], state: 20 }, keeps: { added: "id" } }),
    post("add one that is there", `${en}units/`, { json: { key: "added", value: ["Added"], state: 20 } }),
    post("add one without a key", `${en}units/`, { json: { value: ["Added"], state: 20 } }),
    post("add one without a text", `${en}units/`, { json: { key: "more", state: 20 } }),
    post("add one to a translation", `${cs}units/`, { json: { key: "more", value: ["More"] } }),
    post("add one as a translator", `${en}units/`, { json: { key: "more", value: ["More"] }, as: "translator" }),
    post("add one as nobody", `${en}units/`, { json: { key: "more", value: ["More"] }, as: "nobody" }),
    get("find the new one", `${cs}units/?q=key%3Aadded`, { keeps: { new: "results.0.id" } }),
    remove("delete a translation", "/api/units/{new}/"),
    remove("delete as a translator", "/api/units/{added}/", { as: "translator" }),
    remove("delete", "/api/units/{added}/"),
    remove("delete it again", "/api/units/{added}/"),
    get("strings of the source afterwards", `${en}units/`),
    post("comment", `${title}comments/`, { json: { scope: "translation", comment: "Formal?" } }),
    post("comment on all languages", `${title}comments/`, { json: { scope: "global", comment: "Context?" } }),
    post("comment without a text", `${title}comments/`, { json: { scope: "translation" } }),
    post("comment in no scope", `${title}comments/`, { json: { scope: "none", comment: "?" } }),
    post("report without reviews", `${title}comments/`, { json: { scope: "report", comment: "?" } }),
    post("comment as nobody", `${title}comments/`, { json: { scope: "translation", comment: "?" }, as: "nobody" }),
    get("one with a comment", title),
    get("strings with comments", `${cs}units/?q=has%3Acomment`),
    get("all strings", "/api/units/", { structure: true }),
    get("all strings by half a query", "/api/units/?q=foo%3Abar"),
  ];
}

function reviews(): Probe[] {
  const { get, patch } = probesAbout("reviews");
  const title = "/api/units/{title}/";
  return [
    patch("turn on", "/api/projects/{p}/", { json: { translation_review: true } }),
    patch("approve as a translator", title, { json: { target: ["Ahoj"], state: 30 }, as: "translator" }),
    patch("approve", title, { json: { target: ["Ahoj"], state: 30 } }),
    patch("change what is approved as a translator", title, { json: { target: ["Čau"], state: 20 }, as: "translator" }),
    get("an approved string", title),
    get("approved strings", `${cs}units/?q=is%3Aapproved`),
    get("statistics", `${cs}statistics/`),
    patch("turn off", "/api/projects/{p}/", { json: { translation_review: false } }),
  ];
}

const gettext = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n';

function uploads(): Probe[] {
  const { get, post, put } = probesAbout("upload");
  const file = (content: string, fields: Record<string, string>, fileName = "file.json") => ({
    upload: { fileName, content, fields },
  });
  const to = (name: string, path: string, content: string, fields: Record<string, string>): Probe =>
    post(name, `${path}file/`, file(content, fields));
  const cancel = (text: string): string => JSON.stringify({ button: { cancel: text } });
  return [
    to("translate", cs, cancel("Zrušit"), { method: "translate" }),
    to("translate the same again", cs, cancel("Zrušit"), { method: "translate" }),
    to("translate otherwise", cs, cancel("Storno"), { method: "translate" }),
    to("translate otherwise, replacing", cs, cancel("Storno"), {
      method: "translate",
      conflicts: "replace-translated",
    }),
    to("translate otherwise, ignoring", cs, cancel("Ne"), { method: "translate", conflicts: "ignore" }),
    to("translate, replacing what is approved", cs, cancel("Zrušit"), {
      method: "translate",
      conflicts: "replace-approved",
    }),
    to("translate by no method", cs, cancel("Zrušit"), {}),
    to("mark for edit", de, cancel("Verwerfen"), { method: "fuzzy", conflicts: "replace-translated" }),
    to("suggest", de, cancel("Nein"), { method: "suggest" }),
    to("suggest the same again", de, cancel("Nein"), { method: "suggest" }),
    to("approve without reviews", cs, cancel("Zrušit"), { method: "approve" }),
    to("replace", de, JSON.stringify({ title: "Guten Tag" }), { method: "replace" }),
    get("the file that was replaced", `${de}file/`),
    get("statistics of what was replaced", `${de}statistics/`),
    to("add to a translation", cs, JSON.stringify({ brand: { new: "x" } }), { method: "add" }),
    to("add to the source", en, JSON.stringify({ brand: { new: "Brand new" } }), { method: "add" }),
    to(
      "replace the source",
      en,
      JSON.stringify({ title: "Hello there", button: { save: "Save", cancel: "Cancel" }, files: "Files" }),
      { method: "replace" },
    ),
    get("strings of the source afterwards", `${en}units/`),
    to("source to a translation", cs, "{}", { method: "source" }),
    to("source to a monolingual source", en, "{}", { method: "source" }),
    to("what does not parse", cs, "{", { method: "translate" }),
    to("nothing", cs, "", { method: "translate" }),
    to("by a method that does not exist", cs, "{}", { method: "none" }),
    to("with conflicts that do not exist", cs, "{}", { method: "translate", conflicts: "none" }),
    to("with a fuzzy that does not exist", cs, "{}", { method: "translate", fuzzy: "none" }),
    to("with an address that is none", cs, cancel("Zrušit"), { method: "translate", author_email: "nowhere" }),
    to("as somebody", cs, cancel("Zrušit!"), {
      method: "translate",
      conflicts: "replace-translated",
      author_name: "Ann",
      author_email: "ann@example.org",
    }),
    post("without a file", `${cs}file/`, { form: { method: "translate" } }),
    post("as nobody", `${cs}file/`, { ...file("{}", { method: "translate" }), as: "nobody" }),
    put("by PUT", `${cs}file/`, file(cancel("Zrušit"), { method: "translate", conflicts: "replace-translated" })),
    post(
      "another format",
      `${cs}file/`,
      file('"Save","Uschovat"\n', { method: "translate", conflicts: "replace-translated" }, "file.csv"),
    ),
    post(
      "gettext, fuzzy left out",
      `${po}file/`,
      file(`${gettext}#, fuzzy\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Otevři"\n`, { method: "translate" }, "file.po"),
    ),
    post(
      "gettext, fuzzy as such",
      `${po}file/`,
      file(
        `${gettext}#, fuzzy\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Otevři"\n`,
        { method: "translate", fuzzy: "process", conflicts: "replace-translated" },
        "file.po",
      ),
    ),
    post(
      "gettext, fuzzy approved",
      `${po}file/`,
      file(
        `${gettext}#, fuzzy\nmsgctxt "menu"\nmsgid "Open"\nmsgstr "Otevřít"\n`,
        { method: "translate", fuzzy: "approve", conflicts: "replace-translated" },
        "file.po",
      ),
    ),
    get("strings of gettext afterwards", `${po}units/`),
    get("statistics afterwards", `${cs}statistics/`),
    get("strings with suggestions", `${de}units/?q=has%3Asuggestion`),
    post("commit what was uploaded", "/api/components/{p}/web/repository/", { json: { operation: "commit" } }),
    get("repository afterwards", "/api/components/{p}/web/repository/"),
  ];
}

function downloads(): Probe[] {
  const { get } = probesAbout("download");
  const formats = [
    "po",
    "xliff",
    "xliff11",
    "csv",
    "json",
    "json-nested",
    "properties",
    "aresource",
    "strings",
    "tbx",
    "tmx",
  ];
  return [
    get("the stored file", `${cs}file/`),
    get("the stored file of gettext", `${po}file/`),
    get("the stored source", `${en}file/`),
    ...formats.map((format) => get(`as ${format}`, `${cs}file/?format=${format}`, { texts: true })),
    get("gettext as po", `${po}file/?format=po`, { texts: true }),
    get("gettext as xliff", `${po}file/?format=xliff`, { texts: true }),
    get("gettext as csv", `${po}file/?format=csv`, { texts: true }),
    get("as mo", `${po}file/?format=mo`, { texts: true }),
    get("as xlsx", `${cs}file/?format=xlsx`, { texts: true }),
    get("some strings as po", `${cs}file/?format=po&q=${encodeURIComponent("source:save")}`, { texts: true }),
    get("in a format that does not exist", `${cs}file/?format=none`),
    get("some strings of the stored file", `${cs}file/?q=source%3Asave`),
    get("by half a query", `${cs}file/?format=po&q=foo%3Abar`),
    get("as nobody", `${cs}file/`, { as: "nobody" }),
    { ...get("by HEAD", `${cs}file/`), method: "HEAD" },
    get("not changed since", `${cs}file/`, { headers: { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" } }),
    get("all of a component", "/api/components/{p}/web/file/"),
    get("all of a project", "/api/projects/{p}/file/", { structure: true }),
    get("all of a project in one language", "/api/projects/{p}/file/?language_code=cs"),
    get("a language of a project", "/api/projects/{p}/languages/cs/file/"),
    get("the base file", "/api/components/{p}/web/monolingual_base/"),
    get("the base file of a bilingual component", "/api/components/{p}/server/monolingual_base/"),
    get("the template", "/api/components/{p}/server/new_template/"),
    get("the template of a component without one", "/api/components/{p}/web/new_template/"),
  ];
}

/** What one service takes and the other refuses, so that they are not in the same state any more. */
function disagreements(): Probe[] {
  const { get, patch, post } = probesAbout("disagreement");
  const title = "/api/units/{title}/";
  const upload = (content: string, fileName: string) => ({
    upload: { fileName, content, fields: { method: "translate" } },
  });
  return [
    patch("a text with blanks around it", title, { json: { target: [" Ahoj "], state: 20 } }),
    get("a string with blanks around it", title),
    patch("a number as text", title, { json: { target: [5], state: 20 } }),
    post("a file that is a list", `${cs}file/`, upload("[]", "file.json")),
    post(
      "a file that has an entry twice",
      `${po}file/`,
      upload(`${gettext}msgid "Welcome"\nmsgstr "A"\n\nmsgid "Welcome"\nmsgstr "B"\n`, "file.po"),
    ),
  ];
}

export const disagreeingProbes = disagreements();
export const translationProbes = [...reading(), ...units(), ...reviews(), ...uploads(), ...downloads()];
