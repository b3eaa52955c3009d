import { expect, test } from "vitest";
import { aBrokenText, aConflict, aFile, aFinding, aRun, someStatistics } from "../../../test/support/run-result.ts";
import type { DownloadStep, Plan, Step, StepOutcome } from "../../sync/plan.ts";
import { textWidth } from "../words/text-width.ts";
import { NOTHING_PROPOSED } from "./forge-outcome.ts";
import { planLines, runLines, statisticsLines } from "./terminal.ts";

const plain = { width: Number.POSITIVE_INFINITY, colour: false };
const aDownload: DownloadStep = {
  kind: "download",
  component: "acme/website",
  language: "de",
  path: "locales/de.json",
  from: "a",
  to: "b",
  base: { kind: "history", blobs: [] },
  reason: "the service has a newer version than the file in git",
};
const steps: readonly Step[] = [
  {
    kind: "upload",
    component: "acme/website",
    language: "en",
    path: "locales/en.json",
    blob: "b",
    method: "add",
    removes: [],
    reason: "the source file changed: 12 new strings (add keeps everything that is on the service)",
  },
  { kind: "commit", component: "acme", whole: true, reason: "translations wait on the service" },
  aDownload,
];
const plan: Plan = { steps, findings: [aFinding()], inStep: 112 };
const statistics = [
  someStatistics({ isSource: true, language: "en", languageName: "English", translated: 50 }),
  someStatistics({ fuzzy: 3 }),
  someStatistics({ language: "ja", languageName: "日本語", translated: 5, fuzzy: 1, failingChecks: 1 }),
];

test("a plan is one line a step with its reason, then the sum, then what is held back", () => {
  expect(planLines(aRun({ command: "plan", dryRun: true, plan, statistics }), plain).join("\n")).toMatchInlineSnapshot(`
    "interlinear plan                                                translate.example.org · acme · 1 component · 3 languages

      upload    locales/en.json → acme/website (add)  the source file changed: 12 new strings (add keeps everything that is on the service)
      commit    acme                                  translations wait on the service
      download  locales/de.json ← acme/website        the service has a newer version than the file in git

      1 to upload · 1 to commit · 1 to download · 1 held back · 112 in step

      held back locales/fr.json
                12 of 40 strings would go, more than 20 %: a.b and c.d
                Say yes with --allow-removals."
  `);
});

test("of hundreds of strings that are held back the first are named, and the rest is counted", () => {
  const keys = Array.from({ length: 746 }, (_, index) => `key_${String(index)}`);

  const lines = planLines(aRun({ dryRun: true, plan: { ...plan, findings: [aFinding({ keys })] } }), plain).join("\n");

  expect(lines).toMatch(/key_49 and 696 more\n/);
});

test("renamed keys are listed with both names, and a text that would break the app with all that mends it", () => {
  const rename: Step = {
    kind: "rename",
    component: "acme/website",
    renames: [
      { from: "title", to: "heading" },
      { from: "menu\u0004Open", to: "file\u0004Open" },
    ],
    reason: "same text under a new key",
  };
  const planned = planLines(aRun({ command: "plan", dryRun: true, plan: { ...plan, steps: [rename] } }), plain);
  expect(planned[3]).toBe("            renamed: title → heading, Open (menu) → Open (file)");

  const lines = runLines(
    aRun({ broken: [aBrokenText(), aBrokenText({ isHeldBack: false, line: 0 })] }),
    NOTHING_PROPOSED,
    plain,
  );
  expect(lines.slice(-10)).toMatchInlineSnapshot(`
    [
      "  held back locales/de.json:41  cart.items (de)",
      "            Missing "{count}". (perl_brace_format)",
      "            source: {count} items",
      "            service: Artikel",
      "            https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22",
      "  broken    locales/de.json  cart.items (de)",
      "            Missing "{count}". (perl_brace_format)",
      "            source: {count} items",
      "            service: Artikel",
      "            https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22",
    ]
  `);
});

test("a narrow terminal gets the reasons below the steps, folded", () => {
  const lines = planLines(aRun({ command: "plan", dryRun: true, plan }), { width: 60, colour: false });

  expect(lines.slice(2, 6).join("\n")).toMatchInlineSnapshot(`
    "  upload    locales/en.json → acme/website (add)
                the source file changed: 12 new strings (add
                keeps everything that is on the service)
      commit    acme"
  `);
});

test("a finished run says what was done, what it cost, what needs a person and where the branch is", () => {
  const run = aRun({
    plan,
    steps: steps.map((step) => ({
      step,
      outcome: step.kind === "commit" ? "failed" : "done",
      detail: "12 accepted",
      bytes: 1,
      milliseconds: 1,
    })),
    files: [aFile()],
    conflicts: [aConflict(), aConflict({ path: "locales/ja.json", taken: "none", policy: "fail" })],
    traffic: {
      requests: 19,
      bytesSent: 1,
      bytesReceived: 1,
      milliseconds: 2140,
      rateLimit: { limit: 5000, remaining: 4981 },
    },
  });

  const lines = runLines(
    run,
    {
      deliveries: [
        {
          outcome: "updated",
          branch: "interlinear/main",
          pullRequest: { number: 42, url: "https://git.example/acme/shop/pull/42", outcome: "updated" },
          notes: ["The label was not created."],
        },
      ],
      withdrawals: [],
    },
    plain,
  );

  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "  plan      1 to upload · 1 to commit · 1 to download · 2 conflicts · 1 held back · 112 in step
      upload    locales/en.json → acme/website     12 accepted
      failed    commit acme: 12 accepted
      download  1 file      de

      done in 2.1 s · 19 requests (4,981 of 5,000 left)
      held back locales/fr.json
                12 of 40 strings would go, more than 20 %: a.b and c.d
                Say yes with --allow-removals.
      conflict  locales/de.json  cart.items  both sides changed; the service's text was taken
      conflict  locales/ja.json  cart.items  both sides changed; nothing was taken (conflicts: fail)
      branch    interlinear/main · 1 commit, branch updated · pull request #42 updated  https://git.example/acme/shop/pull/42
      note      The label was not created."
  `);
});

test.each([
  { paths: ["a/de.json"], said: "1 of them has no text that git's file lacks: nothing is written" },
  { paths: ["a/de.json", "b/de.json"], said: "2 of them have no texts that git's files lack: nothing is written" },
])("files that were downloaded and changed nothing are counted: $said", ({ paths, said }) => {
  const outcomes = [...paths, "locales/fr.json", "changed/de.json"].map((path): StepOutcome => ({
    step: { ...aDownload, path },
    outcome: "done",
    detail: "",
    bytes: 1,
    milliseconds: 1,
  }));
  const findings = [aFinding({ path: "locales/fr.json" })];
  const run = aRun({ plan: { ...plan, findings }, steps: outcomes, files: [aFile({ path: "changed/de.json" })] });

  const lines = runLines(run, NOTHING_PROPOSED, plain);

  expect(lines.filter((line) => line.includes("same"))).toEqual([`  same      ${said}`]);
});

test("statistics are aligned, wide characters included, and least complete first", () => {
  expect(statisticsLines(aRun({ command: "stats", statistics }), plain).join("\n")).toMatchInlineSnapshot(`
    "interlinear stats                                               translate.example.org · acme · 1 component · 3 languages

      acme/website
      日本語  ja  ██░░░░░░░░░░░░░░░░░░  10 %   5 of 50  1 needs editing  1 failing check
      German  de  ██████████████████░░  92 %  46 of 50  3 need editing"
  `);
});

test("colours change nothing but colours, and foreign text brings none of its own", () => {
  const run = aRun({
    plan: { steps, findings: [aFinding({ message: "\u001b[31mred\u001b[0m ##[error]" })], inStep: 0 },
  });

  const coloured = planLines(run, { width: Number.POSITIVE_INFINITY, colour: true }).join("\n");
  const without = planLines(run, plain).join("\n");

  expect(coloured.replace(/\u001b\[\d+m/g, "")).toBe(without);
  expect(without).not.toMatch(/\u001b|##\[/);
});

test("the width of a text is what a terminal needs for it", () => {
  expect(["abc", "日本", "e\u0301", "\u001b[31mab\u001b[39m", "🙂", "a\u200bb", "ไทย"].map(textWidth)).toEqual([
    3, 4, 1, 2, 2, 2, 3,
  ]);
});
