import { expect, it } from "vitest";
import { formatFor } from "../../formats/registry.ts";
import { reconcile, type Reconciled, type ReconcileInput } from "./reconcile.ts";

const TWO = "nplurals=2; plural=n != 1;";
const THREE = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 ? 1 : 2);";

type Texts = Readonly<Record<string, readonly string[]>>;

function file(plurals: string, texts: Texts): Uint8Array {
  const entries = Object.entries(texts).map(([key, target]) =>
    key.startsWith("%d")
      ? `msgid "${key}"\nmsgid_plural "${key}s"\n${target.map((text, at) => `msgstr[${String(at)}] "${text}"\n`).join("")}`
      : `msgid "${key}"\nmsgstr "${target[0] ?? ""}"\n`,
  );
  const header = `msgid ""\nmsgstr ""\n"Language: pl\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${plurals}\\n"\n`;
  return new TextEncoder().encode([header, ...entries].join("\n"));
}

function merged(repository: Uint8Array, service: Uint8Array, more: Partial<ReconcileInput> = {}) {
  return reconcile({
    component: "acme/app",
    language: "pl",
    path: "po/pl.po",
    format: formatFor("po"),
    service,
    repository,
    base: { kind: "agreed", content: repository },
    sourceLanguage: "en",
    checks: "hold-back",
    policy: "service",
    removalLimit: 20,
    allowRemovals: false,
    ...more,
  });
}

function written(result: Reconciled): string {
  if (result.kind !== "write") throw new Error(`nothing was written: ${JSON.stringify(result)}`);
  return Buffer.from(result.content).toString("utf8");
}

const both = (name: string): readonly string[] => [`%d ${name}`, `%d ${name}i`];
const all = (name: string): readonly string[] => [...both(name), `%d ${name}ów`];

it("no form more without a text is a difference", () => {
  const service = file(THREE, { "%d file": [...both("plik"), ""], "%d cat": ["", "", ""] });

  expect(merged(file(TWO, { "%d file": both("plik"), "%d cat": ["", ""] }), service)).toEqual({
    kind: "same",
    conflicts: [],
    broken: [],
    isEqual: true,
  });
});

it("the service's rule comes as soon as every plural has a text for each of its forms", () => {
  const repository = file(TWO, {
    "%d file": both("plik"),
    "%d cat": both("kot"),
    "%d dog": ["", ""],
    title: ["Tytuł"],
  });
  const service = file(THREE, {
    "%d file": all("plik"),
    "%d cat": all("kot"),
    "%d dog": ["", "", ""],
    title: ["Tytuł"],
  });

  const result = merged(repository, service);

  expect(written(result)).toBe(Buffer.from(service).toString("utf8"));
  expect(result).toMatchObject({ conflicts: [], broken: [] });
  expect("differences" in result && [...result.differences].map(({ key }) => key)).toEqual(["%d file", "%d cat"]);
});

it("a file that has more texts than its rule gets the rule", () => {
  const texts = { "%d file": all("plik") };

  expect(written(merged(file(TWO, texts), file(THREE, texts)))).toBe(Buffer.from(file(THREE, texts)).toString("utf8"));
});

it("until then the texts of more forms stay out, all others come, and it is said which plurals lack one", () => {
  const repository = file(TWO, {
    "%d file": both("plik"),
    "%d cat": both("kot"),
    "%d dog": both("pies"),
    title: ["Tytuł"],
  });
  const service = file(THREE, {
    "%d file": all("plik"),
    "%d cat": [...both("kot"), ""],
    "%d dog": ["%d psy", "%d piesi", ""],
    "%d new": all("nowy"),
    title: ["Nagłówek"],
  });

  const result = merged(repository, service);

  expect(written(result)).toBe(
    Buffer.from(
      file(TWO, {
        "%d file": both("plik"),
        "%d cat": both("kot"),
        "%d dog": ["%d psy", "%d piesi"],
        title: ["Nagłówek"],
      }),
    ).toString("utf8"),
  );
  expect(result).toMatchObject({
    conflicts: [],
    broken: [],
    keptTexts: false,
    plurals: { repository: 2, service: 3, keys: ["%d file", "%d new"], lacking: ["%d cat", "%d dog"] },
  });
});

it("a text of git's that was changed meanwhile speaks against the rule, and both sides keep theirs", () => {
  const base = file(TWO, { "%d file": both("plik"), "%d cat": both("kot") });
  const repository = file(TWO, { "%d file": both("plik"), "%d cat": ["%d kotek", "%d kotki"] });
  const service = file(THREE, { "%d file": all("plik"), "%d cat": [...both("kot"), ""] });

  expect(merged(repository, service, { base: { kind: "agreed", content: base } })).toMatchObject({
    kind: "same",
    plurals: { keys: ["%d file"], lacking: ["%d cat"] },
  });
});

it.each([
  ["dropped a form", { "%d file": both("plik"), title: ["Tytuł"] }],
  ["dropped a form and changed another one", { "%d file": ["%d plik", "%d pliki!"], title: ["Tytuł"] }],
])("where the service %s, git keeps its texts and its rule", (_, texts) => {
  const repository = file(THREE, { "%d file": all("plik"), title: ["Tytuł"] });

  expect(merged(repository, file(TWO, texts))).toEqual({
    kind: "same",
    conflicts: [],
    broken: [],
    plurals: { repository: 3, service: 2, keys: ["%d file"], lacking: ["%d file"] },
  });
});

it("fewer forms come where git has no text beyond them", () => {
  const repository = file(THREE, { "%d file": [...both("plik"), ""], "%d cat": ["", "", ""] });
  const service = file(TWO, { "%d file": ["%d plik", "%d pliki!"], "%d cat": ["", ""] });

  expect(written(merged(repository, service))).toBe(Buffer.from(service).toString("utf8"));
});

it("what waits for a review, or is only to be looked at, brings no rule", () => {
  const repository = file(TWO, { "%d file": both("plik"), "%d cat": both("kot") });
  const service = file(THREE, { "%d file": all("plik"), "%d cat": all("kot") });
  const waiting = [{ context: "", source: ["%d cat", "%d cats"], target: all("kot") }];

  expect(merged(repository, service, { waiting })).toMatchObject({
    kind: "same",
    waiting: 1,
    plurals: { keys: ["%d file"], lacking: ["%d cat"] },
  });
});

it("a JSON file that says its rule gets it likewise", () => {
  const json = (rule: string, target: readonly string[]): Uint8Array =>
    new TextEncoder().encode(
      JSON.stringify({ translations: { "_%n file_::_%n files_": target }, pluralForm: rule }, undefined, 2),
    );
  const format = formatFor("nextcloud-json");
  const [two, three] = [
    ["%n plik", "%n pliki"],
    ["%n plik", "%n pliki", "%n plików"],
  ] as const;
  const about = { format, path: "l10n/pl.json" };

  expect(written(merged(json(TWO, two), json(THREE, three), about))).toBe(
    Buffer.from(json(THREE, three)).toString("utf8"),
  );
  expect(merged(json(TWO, two), json(THREE, [...two, ""]), about)).toMatchObject({ kind: "same", isEqual: true });
});
