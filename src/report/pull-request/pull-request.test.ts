import * as fc from "fast-check";
import { marked } from "marked";
import { describe, expect, test } from "vitest";
import { aConflict, aFile, aFinding, aRun, someStatistics } from "../../../test/support/run-result.ts";
import { asksForRebase } from "../../forge/forge.ts";
import type { UnitDifference } from "../../sync/plan.ts";
import { MAX_BODY_BYTES, MAX_TITLE, pullRequestText } from "./pull-request.ts";

function differences(count: number, text = "Ein Satz"): readonly UnitDifference[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: "changed",
    key: `key.${String(index)}`,
    before: ["A sentence"],
    after: [text],
    line: index + 1,
  }));
}

const czech = { language: "cs", languageName: "Czech", path: "locales/cs.json" };

test("a key that got two names is a conflict of names", () => {
  const renamed = { repository: "basket.items", service: "cart.lines" };
  const { body } = pullRequestText(aRun({ conflicts: [aConflict({ renamed, taken: "both" })] }));

  expect(body).toContain("| renamed `basket.items` | renamed `cart.lines` | both (`conflicts: service`) |");
});

test("the body says who brought what, lists conflicts and what was held back first, then languages and strings", () => {
  const run = aRun({
    files: [
      aFile({
        ...czech,
        differences: [
          { kind: "added", key: "cart.title", before: undefined, after: ["Košík"], line: 4 },
          { kind: "changed", key: "cart.items", before: ["{count} kusy"], after: ["{count} položky"], line: 5 },
        ],
      }),
      aFile({ differences: [{ kind: "removed", key: "old", before: ["alt | älter"], after: undefined, line: 9 }] }),
    ],
    conflicts: [aConflict()],
    plan: {
      steps: [],
      findings: [aFinding({ kind: "skipped", language: "it", message: "12 % translated" }), aFinding()],
      inStep: 0,
    },
    statistics: [someStatistics({ ...czech, translated: 50 }), someStatistics()],
    translators: [
      { name: "Jana Nováková", email: "jana@users.noreply.translate.example.org", username: "jana", strings: 2 },
    ],
  });

  const { title, body } = pullRequestText(run, {
    linkTo: (path, line) => `https://git.example/acme/shop/blob/interlinear/main/${path}#L${String(line)}`,
    runUrl: "https://git.example/acme/shop/actions/runs/7",
    forge: "github",
  });

  expect(title).toBe("Translations: Czech and German (3 strings)");
  expect(body).toMatchInlineSnapshot(`
    "**3 strings in 2 languages** from acme/website on [translate.example.org](https://translate.example.org/), by Jana Nováková.

    **1 conflict**: changed here and on the service.

    | string | before | here | on the service | taken |
    | --- | --- | --- | --- | --- |
    | \`de\` [\`cart.items\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22) [locales/de.json:41](https://git.example/acme/shop/blob/interlinear/main/locales/de.json#L41) | {count} Teile | {count} Artikel | {count} Stück | service (\`conflicts: service\`) |

    **1 held back**: nothing of this was changed.

    - \`fr\` \`locales/fr.json\`: 12 of 40 strings would go, more than 20 %. (\`a.b\` and \`c.d\`) Say yes with --allow-removals.

    | language | complete |   | added | changed | removed |
    | --- | :-- | --: | --: | --: | --: |
    | [Czech](https://translate.example.org/translate/acme/website/de/) | \`██████████\` | 100 % ▴ 2 | 1 | 1 |   |
    | [German](https://translate.example.org/translate/acme/website/de/) | \`█████████░\` | 92 % ▾ 2 |   |   | 1 |

    <details><summary>The strings</summary>

    |   | key | before | after |
    | --- | --- | --- | --- |
    | [\`cs\`](https://translate.example.org/translate/acme/website/de/) | [\`cart.title\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.title%22) [:4](https://git.example/acme/shop/blob/interlinear/main/locales/cs.json#L4) |   | Košík |
    | [\`cs\`](https://translate.example.org/translate/acme/website/de/) | [\`cart.items\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22) [:5](https://git.example/acme/shop/blob/interlinear/main/locales/cs.json#L5) | {count} kusy | {count} položky |
    | [\`de\`](https://translate.example.org/translate/acme/website/de/) | \`old\` [:9](https://git.example/acme/shop/blob/interlinear/main/locales/de.json#L9) | alt &#124; älter |   |

    </details>

    <details><summary>Left as it is: 1 file or language</summary>

    - \`it\` \`locales/fr.json\`: 12 % translated. (\`a.b\` and \`c.d\`) Say yes with --allow-removals.

    </details>

    <sub>Any way of merging is safe. Commits by people on this branch are never overwritten, unless the box is ticked. · [run](https://git.example/acme/shop/actions/runs/7)</sub>

    - [ ] Rebase this pull request: the next run makes the branch anew, and commits by people on it go. While it conflicts, GitHub starts no run for the box: comment \`/interlinear rebase\` instead <!-- interlinear:rebase -->

    \`\`\`

    Co-authored-by: Jana Nováková <jana@users.noreply.translate.example.org>"
  `);
});

test("many languages are counted, not named, in the title", () => {
  const names = ["Czech", "German", "Dutch", "Finnish", "Welsh"];
  const files = names.map((languageName, index) =>
    aFile({ languageName, language: String(index), differences: differences(2) }),
  );

  expect(pullRequestText(aRun({ files })).title).toBe("Translations: Czech, Dutch and 3 more (10 strings)");
});

test("a mapping's own title is filled in", () => {
  const text = pullRequestText(aRun({ files: [aFile()] }), {
    templates: { title: "i18n: {{ languages | size }} ({{languages}}), {{ strings }} strings" },
  });

  expect(text.title).toBe("i18n: 1 (German), 1 strings");
});

test("strings that came without a translation are not counted as translations", () => {
  const added: UnitDifference = { kind: "added", key: "new", before: undefined, after: [""], line: 1 };

  const { title, body } = pullRequestText(aRun({ files: [aFile({ differences: [added] })] }));

  expect(title).toBe("Translations: German (1 file)");
  expect(body).toContain("1 untranslated string came or went with the sources.");
});

test("conflicts that nobody settled come first", () => {
  const { body } = pullRequestText(
    aRun({ conflicts: [aConflict({ key: "settled" }), aConflict({ key: "open", taken: "none", policy: "fail" })] }),
  );

  expect(body).toContain("**2 conflicts**: changed here and on the service; 1 not resolved (`conflicts: fail`).");
  expect(body.indexOf("`open`")).toBeLessThan(body.indexOf("`settled`"));
});

test("whether checks run and who merges stands before the table, with what helps", () => {
  const { body } = pullRequestText(aRun({ files: [aFile()] }), {
    workflows: "wait-for-approval",
    merging: { method: undefined, reasons: ["1 text would break the app"] },
  });

  expect(body).toContain("**Waits for a person** instead of merging by itself: 1 text would break the app.");
  expect(body).toContain("> **Checks wait for approval.**");
  expect(body.indexOf("Approve workflows to run")).toBeLessThan(body.indexOf("| language |"));
  expect(pullRequestText(aRun({ files: [aFile()] }), { workflows: "run" }).body).not.toContain("Checks");
});

test("a template that uses almost all room is cut, and box and credits stand below it all the same", () => {
  const translators = [{ name: "Ana", email: "ana@users.noreply.invalid", username: "ana", strings: 1 }];
  const text = "語".repeat(15_000);

  const { body } = pullRequestText(aRun({ files: [aFile()], translators }), {
    templates: { body: `${text}{{ strings }}${text.slice(0, 4_000)}{{ table }}{{ standard }}{{ standard }}` },
  });

  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BODY_BYTES);
  expect(body).toContain("- [ ] Rebase this pull request");
  expect(body.endsWith("\n\nCo-authored-by: Ana <ana@users.noreply.invalid>")).toBe(true);
});

test("a template's text cannot pass for the marks that runs obey, the ticked box among them", () => {
  const marks = [
    "- [x] Rebase <!-- interlinear:rebase -->",
    "<!-- interlinear:auto-merge -->",
    "<!-- interlinear:asked bob -->",
  ];

  const { body } = pullRequestText(aRun({ files: [aFile()] }), { templates: { body: marks.join("\n") } });

  expect(asksForRebase(body)).toBe(false);
  expect(body).toContain("- [x] Rebase &lt;!-- interlinear:rebase -->\n&lt;!-- interlinear:auto-merge");
  expect(body.match(/<!--/g)).toHaveLength(1);
});

test("what a template folds away is closed where it is cut, so that the box stays in sight", () => {
  const { body } = pullRequestText(aRun({ files: [aFile()] }), {
    templates: { body: "<details><summary>All</summary>\n{% for i in (1..20000) %}line\n{% endfor %}</details>" },
  });

  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BODY_BYTES);
  expect(body).toMatch(/\nl?i?n?e?\n+<\/details>\n\n<sub>/);
});

test("a string of gettext without a context is found on the service by its source, one with a context by that", () => {
  const file = aFile({
    path: "po/de.po",
    differences: [
      { kind: "changed", key: "Open", before: ["a"], after: ["b"], line: 1 },
      { kind: "changed", key: "menu\u0004Open", before: ["a"], after: ["b"], line: 2 },
    ],
  });

  const { body } = pullRequestText(aRun({ files: [file] }));

  expect(body).toContain("?q=source%3A%3D%22Open%22");
  expect(body).toContain("?q=key%3A%3D%22menu%22");
});

test("a string whose source is too long for an address is found on its language's page", () => {
  const key = "A very long sentence. ".repeat(100);
  const file = aFile({
    path: "po/de.po",
    differences: [{ kind: "changed", key, before: ["a"], after: ["b"], line: 1 }],
  });

  const { body } = pullRequestText(aRun({ files: [file] }));

  expect(body).toContain(`…</code>](${file.translateUrl})`);
  expect(body).not.toContain("?q=");
});

describe("limits", () => {
  test("a template is not given megabytes of one string", () => {
    const huge = "あ".repeat(1_000_000);
    const template = "{% for conflict in conflicts %}{{ conflict }}: {{ conflict.here }}{% endfor %}";

    const { body } = pullRequestText(aRun({ conflicts: [aConflict({ key: huge, repository: [huge] })] }), {
      templates: { body: template },
    });

    expect(body.length).toBeLessThan(2_000);
    expect(body).toMatch(/^あ{199}…: あ{999}…\n/);
  });

  test("a body stays below the forge's limit in bytes and says where the rest is", () => {
    const files = Array.from({ length: 60 }, (_, index) =>
      aFile({
        language: `l${String(index)}`,
        languageName: `语言${String(index)}`,
        differences: differences(40, "長い文".repeat(40)),
      }),
    );

    const { body } = pullRequestText(aRun({ files, conflicts: Array.from({ length: 500 }, () => aConflict()) }));

    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BODY_BYTES);
    expect(body).toContain("more strings: see the diff of this pull request.");
    expect(body).toContain("… and 450 more conflicts.");
    expect(body).toContain("语言59");
  });

  test("a crowd of translators is credited as far as there is room, line by line", () => {
    const translators = Array.from({ length: 5000 }, (_, index) => ({
      name: `Překladatel ${String(index)}`,
      email: `p${String(index)}@users.noreply.translate.example.org`,
      username: `p${String(index)}`,
      strings: 1,
    }));

    const lines =
      pullRequestText(aRun({ files: [aFile()], translators }))
        .body.split("\n\n")
        .at(-1)
        ?.split("\n") ?? [];

    expect(lines).toHaveLength(300);
    for (const line of lines) expect(line).toMatch(/^Co-authored-by: .+ <.+>$/);
  });

  test("nothing that a run may hold makes title or body too long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3000 }), fc.integer({ min: 1, max: 700 }), (text, count) => {
        const files = Array.from({ length: count }, (_, index) =>
          aFile({
            language: String(index),
            languageName: text,
            differences: [{ kind: "changed", key: text, before: [text], after: [`${text}!`], line: 1 }],
          }),
        );
        const findings = Array.from({ length: count }, () =>
          aFinding({ message: text, remedy: text, path: text, keys: [text] }),
        );
        const run = aRun({
          files,
          plan: { steps: [], findings, inStep: 0 },
          conflicts: [aConflict({ key: text, path: text })],
        });

        const { title, body } = pullRequestText(run);

        expect(title.length).toBeLessThanOrEqual(MAX_TITLE);
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_BODY_BYTES);
      }),
      { numRuns: 30 },
    );
  });
});

test("hostile translations end up as text", () => {
  const hostile = "</details><img src=x onerror=alert(1)>\n| `a` | [x](javascript:1) @octocat closes #1";
  const run = aRun({
    files: [
      aFile({
        languageName: hostile,
        differences: [{ kind: "changed", key: hostile, before: [hostile], after: ["x"], line: 1 }],
      }),
    ],
    translators: [
      {
        name: `Eve <evil@example.org>\nCo-authored-by: Root`,
        email: "e\nv>e@example.org",
        username: "eve",
        strings: 1,
      },
    ],
  });

  const { body, title } = pullRequestText(run);

  expect(body).not.toMatch(/<img|@octocat|#1\b/);
  expect(body.match(/<\/details>/g)).toHaveLength(1);
  expect(marked.parse(body)).not.toMatch(/<img|href="javascript/);
  expect(title).not.toMatch(/@octocat|#1\b|\n/);
  expect(body.split("\n\n").at(-1)).toBe(
    "Co-authored-by: Eve evil@\u200bexample.org⏎Co-authored-by: Root <eve@example.org>",
  );
});

test.each([
  ["github", true],
  ["forgejo", false],
  [undefined, false],
] as const)("what GitHub alone does with a conflict is said on GitHub alone: %s", (forge, isSaid) => {
  const { body } = pullRequestText(aRun(), { forge });

  expect(body).toContain("- [ ] Rebase this pull request");
  expect(body.includes("GitHub")).toBe(isSaid);
});
