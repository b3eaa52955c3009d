import { describe, expect, it } from "vitest";
import { mappingText, reviewOf } from "../../test/support/changed-repository.ts";

const json = (texts: Readonly<Record<string, unknown>>): string => `${JSON.stringify(texts, null, 2)}\n`;

const files = {
  "locales/en.json": json({
    cart: { items: "{count} items", empty: "Your cart is empty" },
    old: "Old text",
    home: "Home",
  }),
  "locales/de.json": json({ cart: { items: "{count} Artikel", empty: "Leer" }, old: "Alt", home: "Start" }),
  "locales/fr.json": json({ cart: { items: "{count} articles" }, home: "Accueil" }),
  "README.md": "Shop\n",
};

describe("the review of a change", () => {
  it("has nothing to say of a change that touches no strings, and reads nothing for it", async () => {
    let reads = 0;
    const review = await reviewOf({ files, change: { "README.md": "Better shop\n" } }, (git) => ({
      ...git,
      read: (blob) => {
        reads += 1;
        return git.read(blob);
      },
    }));

    expect(review).toMatchObject({ components: [], broken: [], unreadable: [], unknownKeys: [], mistakes: [] });
    expect(reads).toBe(0);
  });

  it("tells strings that come, change, are renamed and go, and what becomes stale by that in each language", async () => {
    const review = await reviewOf({
      files,
      change: {
        "locales/en.json": json({
          cart: { items: "{count} items", empty: "There is nothing in your cart", total: "Total price" },
          start: "Home",
        }),
      },
    });

    const [component] = review.components;
    expect(component?.component).toBe("acme/website");
    expect(component?.strings.map(({ kind, key, previousKey, line }) => [kind, key, previousKey, line])).toEqual([
      ["changed", "cart.empty", undefined, 4],
      ["added", "cart.total", undefined, 5],
      ["renamed", "start", "home", 7],
      ["removed", "old", undefined, 6],
    ]);
    expect(component?.languages).toEqual([
      {
        language: "de",
        before: { translated: 4, total: 4 },
        after: { translated: 2, total: 4 },
        missing: 1,
        outdated: 1,
        lost: 0,
        removed: 1,
        brought: 0,
        words: 8,
      },
      {
        language: "fr",
        before: { translated: 2, total: 4 },
        after: { translated: 2, total: 4 },
        missing: 1,
        outdated: 0,
        lost: 0,
        removed: 0,
        brought: 0,
        words: 2,
      },
    ]);
    expect(review).toMatchObject({ before: { translated: 6, total: 8 }, after: { translated: 4, total: 8 } });
  });

  it("counts what a developer brings along, and what a change takes out, and blames nothing on it that main got", async () => {
    const review = await reviewOf({
      files,
      change: {
        "locales/en.json": json({
          cart: { items: "{count} items", empty: "Nothing here" },
          old: "Old text",
          home: "Home",
          more: "More",
        }),
        "locales/de.json": json({ cart: { items: "{count} Artikel", empty: "Nichts da" }, old: "Alt", more: "Mehr" }),
      },
      meanwhile: { "locales/en.json": json({ other: "A text of somebody else" }) },
    });

    expect(review.components[0]?.strings.map(({ key }) => key)).toEqual(["cart.empty", "more"]);
    expect(review.languages).toMatchObject([
      { language: "de", brought: 2, missing: 0, outdated: 0, lost: 1, after: { translated: 4, total: 5 } },
      { language: "fr", brought: 0, missing: 1, outdated: 0, lost: 0, after: { translated: 2, total: 5 } },
    ]);
  });

  it("finds translations that the change broke at their lines, and those that no longer fit their source", async () => {
    const review = await reviewOf({
      files,
      change: {
        "locales/en.json": json({
          cart: { items: "{count} items", empty: "Your cart is empty" },
          old: "Old text of {name}",
          home: "Home",
        }),
        "locales/fr.json": json({ cart: { items: "des articles", empty: "Vide" }, home: "Accueil" }),
      },
    });

    expect(review.broken).toMatchObject([
      { cause: "source", language: "de", path: "locales/de.json", line: 6, key: "old", target: ["Alt"] },
      {
        cause: "translation",
        language: "fr",
        path: "locales/fr.json",
        line: 3,
        key: "cart.items",
        source: ["{count} items"],
        findings: [{ message: expect.stringContaining("{count}") }],
      },
    ]);
  });

  it("does not blame a change for texts that were broken before, nor looks where the mapping says not to", async () => {
    const broken = { ...files, "locales/de.json": json({ cart: { items: "Artikel" } }) };
    const change = { "locales/de.json": json({ cart: { items: "Artikel", empty: "Leer" } }) };
    const lost = { "locales/de.json": json({ cart: { items: "Artikel" } }) };
    const off =
      "components:\n  - component: website\n    source: locales/en.json\n    translations: locales/{language}.json\n    checks: off\n";

    expect((await reviewOf({ files: broken, change })).broken).toEqual([]);
    expect((await reviewOf({ files, change: lost })).broken).toHaveLength(1);
    expect((await reviewOf({ files, change: lost, mapping: off })).broken).toEqual([]);
  });

  it("finds keys that a merge left in a file twice, in sources as well, but none that were there before", async () => {
    const twice = (texts: string): string => `{\n  "home": "a",\n  "old": "b"${texts}\n}\n`;
    const review = await reviewOf({
      files: { ...files, "locales/fr.json": twice(',\n  "old": "c"') },
      change: {
        "locales/en.json": twice(',\n  "home": "c"'),
        "locales/de.json": twice(',\n  "old": "c"'),
        "locales/fr.json": twice(',\n  "old": "d"'),
      },
    });

    expect(review.broken.map(({ path, line, key, findings }) => [path, line, key, findings[0]?.check])).toEqual([
      ["locales/en.json", 4, "home", "duplicate-key"],
      ["locales/de.json", 4, "old", "duplicate-key"],
    ]);
  });

  it("says where a file of the change does not parse, and is silent about one that was broken already", async () => {
    const change = {
      "locales/de.json": '{\n  "home": "Start",\n  "old" "Alt"\n}\n',
      "locales/fr.json": json({ home: "Accueil" }),
    };

    const review = await reviewOf({ files, change });
    expect(review.unreadable).toEqual([
      { component: "acme/website", path: "locales/de.json", line: 3, column: 9, message: expect.any(String) },
    ]);
    expect(review.languages.map(({ language }) => language)).toEqual(["fr"]);
    const later = await reviewOf({ files: { ...files, ...change }, change: { "locales/fr.json": "{}\n" } });
    expect(later.unreadable).toEqual([]);

    const source = await reviewOf({ files, change: { "locales/en.json": '{ "home": }\n' } });
    expect(source.components).toMatchObject([{ kind: "unreadable", strings: [], languages: [] }]);
    expect(source.unreadable).toMatchObject([{ path: "locales/en.json", line: 1, column: 11 }]);
  });

  it("knows components that come and go with their files, and sources that the mapping names in vain", async () => {
    const mapping = `components:
  - component: "{name}"
    source: packages/{name}/en.json
    translations: packages/{name}/{language}.json
  - component: website
    source: locales/en.json
    translations: locales/{language}.json
`;
    const review = await reviewOf({
      mapping,
      files: { ...files, "packages/shop/en.json": json({ a: "A" }), "packages/shop/de.json": json({ a: "A!" }) },
      change: {
        "packages/shop/en.json": null,
        "packages/blog/en.json": json({ title: "My blog", by: "By {name}" }),
        "packages/blog/de.json": json({ title: "Mein Blog" }),
        "locales/en.json": null,
      },
    });

    expect(review.components.map(({ component, kind, strings }) => [component, kind, strings.length])).toEqual([
      ["acme/blog", "new", 2],
      ["acme/website", "removed", 4],
      ["acme/shop", "removed", 1],
    ]);
    expect(review.components[0]).toMatchObject({ before: { total: 0 }, after: { translated: 1, total: 2 } });
    expect(review.components[0]?.languages).toMatchObject([
      { language: "de", before: undefined, after: { translated: 1, total: 2 }, missing: 1, brought: 1 },
    ]);
    expect(review.mistakes).toEqual([
      {
        code: "IL-M05",
        message: "there is no file locales/en.json",
        path: ".github/interlinear.yml",
        line: 9,
        hint: 'Did you mean "locales/de.json"?',
      },
    ]);
  });

  it("tells keys that a translation file got and no source has, plural forms of other languages aside", async () => {
    const review = await reviewOf({
      files: {
        "locales/en.json": json({ n_one: "one", n_other: "more" }),
        "locales/cs.json": json({ n_one: "jeden", gone: "x" }),
      },
      change: { "locales/cs.json": json({ n_one: "jeden", n_few: "pár", gone: "x", tpyo: "překlep" }) },
    });

    expect(review.strayKeys).toEqual([
      { component: "acme/website", language: "cs", key: "tpyo", path: "locales/cs.json", line: 5 },
    ]);
  });

  it("tells mistakes that the change put into a file and readers pass over, not those it had before", async () => {
    const review = await reviewOf({
      mapping: `components:
  - component: website
    source: l10n/en.ftl
    translations: l10n/{language}.ftl
`,
      files: { "l10n/en.ftl": "a = A\nb = B\n", "l10n/cs.ftl": "a = Á\na = Á2\n" },
      change: { "l10n/en.ftl": "a = A\nb = B\nb = B2\n", "l10n/cs.ftl": "a = Á\na = Á2\nb = BB\nb = BC\n" },
    });

    expect(review.flaws).toEqual([
      { component: "acme/website", path: "l10n/en.ftl", line: 3, message: expect.stringContaining('"b"') },
      { component: "acme/website", path: "l10n/cs.ftl", line: 4, message: expect.stringContaining('"b"') },
    ]);
  });

  it("tells keys that code asks for and no source has, only of lines that the change wrote", async () => {
    const review = await reviewOf({
      files: { ...files, "src/cart.ts": 'show(t("cart.items"), t("cart.gone"));\n' },
      change: {
        "src/cart.ts":
          'show(t("cart.items"), t("cart.gone"));\n\nshow(t("cart.itmes"), t(`cart.${kind}`), t("cart.empty"));\n',
        "node_modules/x/index.js": 't("cart.nothing")\n',
      },
    });

    expect(review.components).toEqual([]);
    expect(review.unknownKeys).toEqual([
      { key: "cart.itmes", path: "src/cart.ts", line: 3, call: "t", nearest: "cart.items" },
    ]);
    const off = await reviewOf({
      mapping:
        "review:\n  unknown-keys: off\ncomponents:\n  - component: website\n    source: locales/en.json\n    translations: locales/{language}.json\n",
      files,
      change: { "src/cart.ts": 't("cart.itmes")\n' },
    });
    expect(off.unknownKeys).toEqual([]);
  });

  it("takes the mapping that the change brings for a mistake where it is one, and otherwise not", async () => {
    const path = ".github/interlinear.yml";
    const before = { ...files, [path]: mappingText() };
    const gone = { "locales/en.json": null, "locales/de.json": null, "locales/fr.json": null };
    const other =
      "components:\n  - component: shop\n    source: shop/en.json\n    translations: shop/{language}.json\n";
    const moved = { ...gone, "shop/en.json": "{}", [path]: mappingText(other) };

    expect((await reviewOf({ files: before, change: moved })).mistakes).toEqual([]);
    expect((await reviewOf({ files: before, change: { [path]: "version: 1\nservice: [\n" } })).mistakes).toMatchObject([
      { code: "IL-M02", path, line: expect.any(Number) },
    ]);
  });

  it("reads files of one component, each once, where one of twenty in forty languages changed", async () => {
    const languages =
      "af ar bg ca cs da de el es et eu fa fi fr gl he hi hr hu id is it ja ka ko lt lv mk ms nl pl pt ro ru sk sl sr sv tr uk".split(
        " ",
      );
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => `c${String(index)}`).flatMap((name) =>
        ["en", ...languages].map((code) => [`${name}/${code}.json`, json({ a: `${name} ${code}`, b: "B" })]),
      ),
    );
    const reads: string[] = [];
    const requests: number[] = [];
    const review = await reviewOf(
      {
        mapping:
          'components:\n  - component: "{name}"\n    source: "{name}/en.json"\n    translations: "{name}/{language}.json"\n',
        files: many,
        change: { "c7/en.json": json({ a: "c7 en", b: "Bee", c: "See" }), "src/a.ts": "run();\n" },
      },
      (git) => ({
        ...git,
        prefetch: (blobs) => {
          requests.push(new Set(blobs).size);
          return git.prefetch(blobs);
        },
        read: (blob) => {
          reads.push(blob);
          return git.read(blob);
        },
      }),
    );

    expect(review.languages).toHaveLength(40);
    expect(review.languages.every(({ missing, outdated }) => missing === 1 && outdated === 1)).toBe(true);
    // The source at both commits, a file a language, and the code that could ask for keys.
    expect(reads).toHaveLength(2 + 40 + 1);
    expect(new Set(reads).size).toBe(reads.length);
    expect(requests).toEqual([reads.length]);
  });
});
