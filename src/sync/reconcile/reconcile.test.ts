import { describe, expect, it } from "vitest";
import { formatFor } from "../../formats/registry.ts";
import { reconcile, type ReadBase, type ReconcileInput, type Reconciled } from "./reconcile.ts";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function json(value: Readonly<Record<string, string>>): Uint8Array {
  return bytes(`${JSON.stringify(value, undefined, 2)}\n`);
}

function input(overrides: Partial<ReconcileInput>): ReconcileInput {
  return {
    component: "acme/website",
    language: "de",
    path: "locales/de.json",
    format: formatFor("json"),
    service: json({ title: "Hallo", save: "Speichern" }),
    repository: json({ title: "Hallo", save: "Sichern" }),
    base: { kind: "history", contents: [] },
    sourceLanguage: "en",
    checks: "hold-back",
    policy: "service",
    removalLimit: 20,
    allowRemovals: false,
    ...overrides,
  };
}

function agreed(value: Readonly<Record<string, string>>): ReadBase {
  return { kind: "agreed", content: json(value) };
}

function written(result: Reconciled): string {
  if (result.kind !== "write") throw new Error(`nothing was written: ${JSON.stringify(result)}`);
  return Buffer.from(result.content).toString("utf8");
}

describe("a file that only the service changed", () => {
  it("takes the changed value into the repository's own bytes", () => {
    const repository = bytes('{\r\n\t"title" : "Hallo",\r\n\t"save":"Sichern"\r\n}');

    expect(written(reconcile(input({ repository })))).toBe('{\r\n\t"title" : "Hallo",\r\n\t"save":"Speichern"\r\n}');
  });

  it("keeps the repository's bytes when only formatting differs", () => {
    const repository = bytes('{"title":"Hallo","save":"Speichern"}');

    expect(reconcile(input({ repository }))).toEqual({ kind: "same", conflicts: [], broken: [], isEqual: true });
  });

  it("is taken as it is where the repository has none", () => {
    const service = json({ title: "Hallo" });

    const outcome = reconcile(input({ service, repository: undefined }));

    expect(outcome).toMatchObject({ kind: "write", content: service });
    expect("differences" in outcome && [...outcome.differences]).toMatchObject([
      { kind: "added", key: "title", after: ["Hallo"] },
    ]);
  });
});

describe("a file that both sides changed", () => {
  const base = agreed({ title: "Hallo", save: "Sichern" });

  it("is merged unit by unit", () => {
    const repository = json({ title: "Guten Tag", save: "Sichern" });

    const result = reconcile(input({ base, repository }));

    expect(written(result)).toBe(Buffer.from(json({ title: "Guten Tag", save: "Speichern" })).toString());
    expect(result).toMatchObject({ conflicts: [], keptTexts: true });
  });

  it.each([
    ["service", "service", "Speichern"],
    ["repository", "repository", undefined],
    ["fail", "none", undefined],
  ] as const)("settles the same string by policy %s and lists it", (policy, taken, expected) => {
    const repository = json({ title: "Hallo", save: "Ablegen" });

    const result = reconcile(input({ base, repository, policy }));

    expect("conflicts" in result && result.conflicts).toMatchObject([
      { key: "save", base: ["Sichern"], repository: ["Ablegen"], service: ["Speichern"], policy, taken, line: 3 },
    ]);
    if (expected === undefined) expect(result.kind).toBe("same");
    else expect(written(result)).toContain(expected);
  });
});

describe("a file that both sides never agreed on", () => {
  it("keeps what git changed where the service still has git's older text", () => {
    const older = json({ title: "Hallo", save: "Sichern" });
    const result = reconcile(
      input({
        base: { kind: "history", contents: [older] },
        repository: json({ title: "Guten Tag", save: "Sichern" }),
        service: json({ title: "Hallo", save: "Speichern" }),
      }),
    );

    expect(written(result)).toBe(Buffer.from(json({ title: "Guten Tag", save: "Speichern" })).toString());
  });

  it("lists a conflict where git changed a string and the service has news for it", () => {
    const result = reconcile(
      input({
        base: { kind: "history", contents: [json({ title: "Hallo", save: "Sichern" })] },
        repository: json({ title: "Hallo", save: "Ablegen" }),
      }),
    );

    expect(written(result)).toContain("Speichern");
    expect(result).toMatchObject({ conflicts: [{ key: "save", base: ["Sichern"], taken: "service" }] });
  });

  it("removes nothing, for nothing proves that the service did", () => {
    const result = reconcile(
      input({
        repository: json({ title: "Hallo", save: "Sichern", ours: "Unser" }),
        service: json({ title: "Servus" }),
      }),
    );

    expect(written(result)).toBe(Buffer.from(json({ title: "Servus", save: "Sichern", ours: "Unser" })).toString());
  });

  it("does not bring back what git removed", () => {
    const result = reconcile(
      input({
        base: { kind: "history", contents: [json({ title: "Hallo", gone: "Weg" })] },
        repository: json({ title: "Hallo" }),
        service: json({ title: "Servus", gone: "Weg" }),
      }),
    );

    expect(written(result)).toBe(Buffer.from(json({ title: "Servus" })).toString());
  });
});

describe("what is held back", () => {
  it("is a removal beyond the limit, with every key", () => {
    const all = { a: "1", b: "2", c: "3" };
    const held = reconcile(input({ base: agreed(all), repository: json(all), service: json({ a: "1" }) }));

    expect(held).toMatchObject({ kind: "held-back", keys: ["b", "c"] });
  });

  it("goes through after an explicit yes", () => {
    const all = { a: "1", b: "2", c: "3" };
    const result = reconcile(
      input({ base: agreed(all), repository: json(all), service: json({ a: "1" }), allowRemovals: true }),
    );

    expect(written(result)).toBe(Buffer.from(json({ a: "1" })).toString());
  });

  it.each([
    ["the service's", { service: bytes("{") }],
    ["the repository's", { repository: bytes("{") }],
  ])("is %s file that does not parse", (_, overrides) => {
    expect(reconcile(input(overrides)).kind).toBe("held-back");
  });
});

describe("a text that would break the app", () => {
  const template = json({ title: "Hello {name}", save: "Save" });
  const old = { title: "Hallo {name}", save: "Sichern" };
  const broken = json({ title: "Hallo {nmae}", save: "Speichern" });
  const checked = { template, base: agreed(old), repository: json(old), service: broken };

  it("stays out, and the others come; the next run takes both sides for in step", () => {
    const result = reconcile(input(checked));

    expect(written(result)).toBe(Buffer.from(json({ title: "Hallo {name}", save: "Speichern" })).toString());
    expect(result).toMatchObject({
      keptTexts: false,
      conflicts: [],
      broken: [
        {
          key: "title",
          line: 2,
          source: ["Hello {name}"],
          repository: ["Hallo {name}"],
          service: ["Hallo {nmae}"],
          isHeldBack: true,
        },
      ],
    });
  });

  it("goes through and is listed with checks: report, and goes through with checks: off", () => {
    const reported = reconcile(input({ ...checked, checks: "report" }));
    expect(written(reported)).toBe(Buffer.from(broken).toString());
    expect(reported).toMatchObject({ broken: [{ key: "title", isHeldBack: false }] });
    expect(reconcile(input({ ...checked, checks: "off" }))).toMatchObject({ kind: "write", broken: [] });
  });

  it("alone leaves the file as it is", () => {
    const result = reconcile(input({ ...checked, service: json({ ...old, title: "Hallo" }) }));
    expect(result).toMatchObject({ kind: "same", broken: [{ key: "title" }] });
  });

  it("keeps no text of git's from being newer, and is not what both agree on", () => {
    const base = agreed(old);
    const service = json({ ...old, title: "Hallo" });
    const newer = reconcile(input({ ...checked, base, service, repository: json({ ...old, save: "Ablegen" }) }));
    expect(newer).toMatchObject({ kind: "same", broken: [{ key: "title" }], isRepositoryNewer: true, isOpen: true });
    expect("agreed" in newer && JSON.parse(Buffer.from(newer.agreed ?? []).toString())).toEqual(old);

    const alone = reconcile(input({ ...checked, base, service, repository: json({ title: old.title }) }));
    expect(alone).not.toHaveProperty("isRepositoryNewer");
  });

  it("that git changed as well is nothing that both agree on", () => {
    const result = reconcile(
      input({
        ...checked,
        base: agreed(old),
        service: json({ ...old, title: "Hallo" }),
        repository: json({ title: "Servus {name}", save: "Ablegen" }),
      }),
    );

    expect(result).toMatchObject({ kind: "same", isRepositoryNewer: true, isOpen: true });
    expect(result).not.toHaveProperty("agreed");
  });

  it("is not what both agree on where other texts of git are kept against the service's", () => {
    const result = reconcile(
      input({
        ...checked,
        base: agreed({ ...old, quit: "Ende" }),
        service: json({ title: "Hallo", save: "Speichern", quit: "Ende" }),
        repository: json({ ...old, quit: "Beenden" }),
      }),
    );

    expect(result).toMatchObject({ kind: "write", keptTexts: true });
    const known = "agreed" in result ? result.agreed : undefined;
    expect(JSON.parse(Buffer.from(known ?? []).toString())).toEqual({ ...old, save: "Speichern", quit: "Ende" });
  });

  it("stays out of a file that git does not have yet", () => {
    const result = reconcile(input({ ...checked, repository: undefined, base: { kind: "history", contents: [] } }));
    expect(written(result)).toBe(Buffer.from(json({ save: "Speichern" })).toString());
    expect(result).toMatchObject({ broken: [{ key: "title", line: 0, repository: undefined }] });
  });

  it("is not looked for where the source does not parse", () => {
    expect(reconcile(input({ ...checked, template: bytes("{") }))).toMatchObject({ kind: "write", broken: [] });
  });
});

it("judges plural forms by the source language's, which are fewer", () => {
  const template = json({ files_one: "%d file", files_other: "%d files" });
  const service = json({ files_one: "%d soubor", files_few: "%d soubory", files_other: "%d souborů" });
  const repository = json({ files_one: "", files_few: "", files_other: "" });
  const format = formatFor("i18nextv4");

  const result = reconcile(input({ format, template, service, repository, path: "locales/cs.json", language: "cs" }));

  expect(result).toMatchObject({ kind: "write", broken: [] });
  expect(written(result)).toBe(Buffer.from(service).toString());
});

describe("keys that the source has under another name", () => {
  const template = json({ heading: "Hello", save: "Save" });
  const old = { title: "Hallo", save: "Sichern" };

  it("are renamed where the service has the text under both, and no removal", () => {
    const result = reconcile(
      input({
        template,
        base: agreed(old),
        repository: json(old),
        service: json({ title: "Servus", save: "Sichern", heading: "Servus" }),
        removalLimit: 0,
      }),
    );

    expect(written(result)).toBe(Buffer.from(json({ heading: "Servus", save: "Sichern" })).toString());
    expect(result).toMatchObject({
      conflicts: [],
      differences: [{ kind: "renamed", previousKey: "title", key: "heading", before: ["Hallo"], after: ["Servus"] }],
    });
  });

  it("do not come back under the old name", () => {
    const result = reconcile(
      input({
        template,
        base: { kind: "history", contents: [json(old)] },
        repository: json({ heading: "Servus", save: "Sichern" }),
        service: json({ title: "Servus", save: "Speichern", heading: "Servus" }),
      }),
    );

    expect(written(result)).toBe(Buffer.from(json({ heading: "Servus", save: "Speichern" })).toString());
  });
});

it("holds a string back that stands where the file has a group", () => {
  const result = reconcile(
    input({
      format: formatFor("json-nested"),
      repository: bytes('{"title": {"short": "Kurz"}}'),
      service: bytes('{"title": "Hallo"}'),
    }),
  );

  expect(result).toMatchObject({
    kind: "same",
    unwritable: [{ key: "title", reason: expect.stringContaining("group") }],
  });
});

describe("a text that git's file has no characters for", () => {
  const po = (charset: string, texts: Readonly<Record<string, string>>): Uint8Array =>
    Buffer.from(
      `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=${charset}\\n"\n${Object.entries(texts)
        .map(([source, text]) => `\nmsgid "${source}"\nmsgstr "${text}"\n`)
        .join("")}`,
      charset === "UTF-8" ? "utf8" : "latin1",
    );
  const sides = {
    format: formatFor("po"),
    path: "de.po",
    repository: po("ISO-8859-1", { Save: "Sichern", Open: "Öffnen", Close: "" }),
    service: po("UTF-8", { Save: "Speichern", Open: "Öffnen →", Close: "Schließen", New: "新" }),
  };

  it("stays out alone, and is named with the reason", () => {
    const result = reconcile(input(sides));
    expect(result).toMatchObject({
      kind: "write",
      unwritable: [
        { key: "Open", reason: expect.stringContaining("ISO-8859-1") },
        { key: "New", reason: expect.stringContaining("ISO-8859-1") },
      ],
    });
    const content = result.kind === "write" ? Buffer.from(result.content).toString("latin1") : "";
    expect(content).toBe(
      Buffer.from(po("ISO-8859-1", { Save: "Speichern", Open: "Öffnen", Close: "Schließen" })).toString("latin1"),
    );
  });

  it("is told where nothing else changed", () => {
    const service = po("UTF-8", { Save: "Sichern", Open: "Öffnen →", Close: "" });
    expect(reconcile(input({ ...sides, service }))).toMatchObject({ kind: "same", unwritable: [{ key: "Open" }] });
  });

  it("comes home once git's file can hold it", () => {
    const repository = po("UTF-8", { Save: "Sichern", Open: "Öffnen", Close: "" });
    expect(written(reconcile(input({ ...sides, repository })))).toContain("Öffnen →");
  });
});

it("says what it read around in git's file, and keeps its bytes", () => {
  const repository = bytes('<resources>\n&gt;\n<string name="a">A</string>\n</resources>\n');
  const service = bytes('<resources>\n<string name="a">B</string>\n</resources>\n');
  const result = reconcile(
    input({ format: formatFor("aresource"), path: "values-de/strings.xml", repository, service }),
  );
  expect(result).toMatchObject({ kind: "write", flaws: [{ line: 2 }] });
  expect(written(result)).toBe(Buffer.from(repository).toString().replace(">A<", ">B<"));
});

it("holds a Fluent text back that lost a variable", () => {
  const template = bytes("greeting = Hello { $name }\nbye = Bye { $name }\n");
  const repository = bytes("greeting = Hallo { $name }\nbye = Ade { $name }\n");
  const service = bytes("greeting = Servus { $nmae }\nbye = Servus { $name }\n");
  const result = reconcile(input({ format: formatFor("fluent"), path: "de.ftl", template, repository, service }));
  expect(written(result)).toBe("greeting = Hallo { $name }\nbye = Servus { $name }\n");
  expect(result).toMatchObject({ broken: [{ key: "greeting", findings: [{ check: "fluent-references" }] }] });
});

describe("a format that is not read here", () => {
  it("moves as a whole when only the service changed", () => {
    const repository = bytes("old");
    const result = reconcile(
      input({ format: undefined, repository, service: bytes("new"), base: { kind: "agreed", content: repository } }),
    );

    expect(written(result)).toBe("new");
  });

  it("is a conflict of the whole file when both did", () => {
    const result = reconcile(
      input({
        format: undefined,
        repository: bytes("ours"),
        service: bytes("theirs"),
        base: { kind: "agreed", content: bytes("base") },
        policy: "repository",
      }),
    );

    expect(result).toMatchObject({ kind: "same", conflicts: [{ key: "", taken: "repository" }] });
  });
});

describe("texts that wait for a review", () => {
  const waiting = (...keys: readonly string[]) =>
    keys.map((key) => ({ context: key, source: [key], target: [key === "other" ? "elsewhere" : "new"] }));
  const service = json({ title: "new", save: "new", quit: "new" });

  it.each([
    ["all of them", ["title", "save", "quit"], undefined],
    ["one that git has", ["save"], { title: "new", save: "Sichern", quit: "new" }],
    ["one that git lacks", ["quit"], { title: "new", save: "new" }],
    ["one that the file lacks", ["other"], { title: "new", save: "new", quit: "new" }],
  ])("keep what git has: %s", (_, keys, expected) => {
    const repository = json({ title: "Hallo", save: "Sichern" });

    const result = reconcile(
      input({ service, repository, base: agreed({ title: "Hallo", save: "Sichern" }), waiting: waiting(...keys) }),
    );

    const count = keys.filter((key) => key !== "other").length;
    expect(result.kind === "held-back" ? undefined : result.waiting).toBe(count === 0 ? undefined : count);
    expect(result.kind === "write" ? JSON.parse(written(result)) : undefined).toEqual(expected);
    expect(result).toMatchObject({ conflicts: [], broken: [] });
  });

  it("are no texts of the repository that were kept: the version is still a common one", () => {
    const repository = json({ title: "Hallo", save: "Sichern" });

    expect(reconcile(input({ service, repository, base: agreed({}), waiting: waiting("save") }))).toMatchObject({
      keptTexts: false,
    });
  });

  it("keep no text of git's from being newer", () => {
    const before = { title: "old", save: "old" };
    const newer = reconcile(
      input({
        service: json({ title: "new", save: "old" }),
        repository: json({ title: "old", save: "Ablegen" }),
        base: agreed(before),
        waiting: waiting("title"),
      }),
    );

    expect(newer).toMatchObject({ kind: "same", waiting: 1, isRepositoryNewer: true, isOpen: true });
    expect("agreed" in newer && JSON.parse(Buffer.from(newer.agreed ?? []).toString())).toEqual(before);
  });

  it("stay absent in a file that git does not have yet", () => {
    const result = reconcile(input({ service, repository: undefined, waiting: waiting("save") }));

    expect(JSON.parse(written(result))).toEqual({ title: "new", quit: "new" });
    expect(result).toMatchObject({ waiting: 1 });
  });

  it("make no new file where there are no others", () => {
    expect(
      reconcile(input({ service, repository: undefined, waiting: waiting("title", "save", "quit") })),
    ).toMatchObject({ kind: "same", waiting: 3 });
  });

  it("hold a file back that only moves as a whole", () => {
    expect(reconcile(input({ format: undefined, waiting: waiting("title") }))).toMatchObject({
      kind: "same",
      waiting: 1,
    });
  });

  it("are not what git has as well", () => {
    const repository = json({ title: "new", save: "new", quit: "new" });

    expect(reconcile(input({ service, repository, waiting: waiting("title") }))).toEqual({
      kind: "same",
      conflicts: [],
      broken: [],
      isEqual: true,
    });
  });
});
