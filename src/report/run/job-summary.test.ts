import { expect, test } from "vitest";
import { aConflict, aFile, aFinding, aRun, someStatistics } from "../../../test/support/run-result.ts";
import type { StepOutcome } from "../../sync/plan.ts";
import { jobSummary, MAX_SUMMARY_BYTES } from "./job-summary.ts";
import { noticeSummary } from "./short-summary.ts";

const uploaded: StepOutcome = {
  step: {
    kind: "upload",
    component: "acme/website",
    language: "en",
    path: "locales/en.json",
    blob: "b",
    method: "add",
    removes: [],
    reason: "the source file changed",
  },
  outcome: "done",
  detail: "12 accepted",
  bytes: 2_345,
  milliseconds: 80,
};
const downloaded: StepOutcome = {
  step: {
    kind: "download",
    component: "acme/website",
    language: "de",
    path: "locales/de.json",
    from: "a",
    to: "b",
    base: { kind: "history", blobs: [] },
    reason: "the service has a newer version than the file in git",
  },
  outcome: "failed",
  detail: "503 ::error::later | please",
  bytes: 0,
  milliseconds: 5,
};

test("a summary says what happened, what did not, the plan, the state of the languages and the cost", () => {
  const run = aRun({
    steps: [uploaded, downloaded],
    files: [aFile()],
    conflicts: [aConflict({ taken: "none", policy: "fail" })],
    plan: { steps: [uploaded.step, downloaded.step], findings: [aFinding()], inStep: 3 },
    statistics: [
      someStatistics({ isSource: true, language: "en", languageName: "English" }),
      someStatistics(),
      someStatistics({ component: "acme/app", failingChecks: 2, translated: 10 }),
      someStatistics({ language: "fr", languageName: "French", translated: 5 }),
    ],
    traffic: {
      requests: 19,
      bytesSent: 1200,
      bytesReceived: 34_000,
      milliseconds: 2140,
      rateLimit: { limit: 5000, remaining: 4981 },
    },
  });

  const summary = jobSummary(run, {
    deliveries: [
      {
        outcome: "updated",
        branch: "interlinear/main",
        commit: "c",
        pullRequest: { number: 42, url: "https://git.example/acme/shop/pull/42", outcome: "updated" },
        notes: ["labels were not created"],
      },
    ],
    withdrawals: [],
  });

  expect(summary).toMatchInlineSnapshot(`
    "### Interlinear: 1 step failed, 1 file uploaded, 1 string in 1 language brought home, [pull request #42](https://git.example/acme/shop/pull/42) updated

    > labels were not created

    **1 conflict**: changed here and on the service; 1 not resolved (\`conflicts: fail\`).

    | string | before | here | on the service | taken |
    | --- | --- | --- | --- | --- |
    | \`de\` [\`cart.items\`](https://translate.example.org/translate/acme/website/de/?q=key%3A%3D%22cart.items%22) locales/de.json:41 | {count} Teile | {count} Artikel | {count} Stück | neither |

    #### Not done, and why

    |   | file or component | language | why | what to do |
    | --- | --- | --- | --- | --- |
    | held back | \`locales/fr.json\` | fr | 12 of 40 strings would go, more than 20 %: \`a.b\` and \`c.d\` | Say yes with --allow-removals. |

    #### The plan

    | step | file | component | language | reason | result | size |
    | --- | --- | --- | --- | --- | --- | --: |
    | download | \`locales/de.json\` | [acme/website](https://translate.example.org/projects/acme/website/) | de | the service has a newer version than the file in git | **failed: 503 ::​error::later &#124; please** |   |
    | upload | \`locales/en.json\` | [acme/website](https://translate.example.org/projects/acme/website/) | en | the source file changed | done: 12 accepted | 2.3 kB |

    #### Statistics

    | language | [acme/website](https://translate.example.org/projects/acme/website/) | [acme/app](https://translate.example.org/projects/acme/app/) |
    | --- | :-- | :-- |
    | French | \`█░░░░░░░░░\` [10 %](https://translate.example.org/projects/acme/website/de/) |   |
    | German | \`█████████░\` [92 %](https://translate.example.org/projects/acme/website/de/) | \`██░░░░░░░░\` [20 %](https://translate.example.org/projects/acme/website/de/) · 2 failing checks |

    <sub>19 requests to the service (4,981 of 5,000 left) · 1.2 kB sent · 34.0 kB received · 2.1 s</sub>
    "
  `);
});

test.each([
  ["push", "nothing to send"],
  ["pull", "nothing to bring home"],
] as const)("a %s with nothing to do speaks of its own way alone", (command, words) => {
  expect(jobSummary({ ...aRun(), command })).toContain(`### Interlinear: ${words}\n`);
});

test.each([
  ["sync", { components: ["acme/website"] }, "acme/website is in step"],
  ["sync", { components: ["acme/__init__", "acme/*"] }, String.raw`acme/\_\_init\_\_ and acme/\* are in step`],
  ["plan", { components: ["acme/website", "acme/app"] }, "acme/website and acme/app are in step"],
  [
    "sync",
    { languages: ["de"], components: ["acme/website", "acme/app"] },
    "de of acme/website and acme/app is in step",
  ],
  ["push", { components: ["acme/app"] }, "nothing to send for acme/app"],
  ["pull", { languages: ["de", "fr"] }, "nothing to bring home for de and fr"],
] as const)("a %s of a part with nothing to do says what it looked at: %o", (command, limits, words) => {
  expect(jobSummary({ ...aRun(), command, limits })).toContain(`### Interlinear: ${words}\n`);
});

test("a run with nothing to do says so in one line", () => {
  expect(jobSummary(aRun())).toMatchInlineSnapshot(`
    "### Interlinear: everything is in step

    <sub>19 requests to the service · 1.2 kB sent · 34.0 kB received · 2.1 s</sub>
    "
  `);
});

test("a plan that is done is folded away, one that is not stands open", () => {
  const summaryOf = (...steps: readonly StepOutcome[]): string => jobSummary(aRun({ steps }));

  expect(summaryOf(uploaded)).toMatch(/<details><summary>The plan: 1 step, all done<\/summary>\n\n\| step \|/);
  for (const outcome of ["planned", "failed"] as const) {
    expect(summaryOf(uploaded, { ...uploaded, outcome })).toContain("#### The plan\n\n| step |");
  }
});

test("a run for statistics says how far the translations are", () => {
  const summary = jobSummary(
    aRun({ command: "stats", statistics: [someStatistics(), someStatistics({ language: "fr", translated: 0 })] }),
  );

  expect(summary.split("\n")[0]).toBe("### Interlinear: 46 % complete in 2 languages");
});

test("a summary of a huge run stays below the runner's limit and leaves out languages without a change first", () => {
  const statistics = Array.from({ length: 200 }, (_, language) =>
    Array.from({ length: 5 }, (__, component) =>
      someStatistics({
        component: `acme/${"c".repeat(60)}${String(component)}`,
        language: String(language),
        languageName: `Language ${String(language)}`,
        url: `https://translate.example.org/${"u".repeat(1500)}/`,
      }),
    ),
  ).flat();

  const summary = jobSummary(
    aRun({ statistics, files: [aFile({ language: "7" })], steps: Array.from({ length: 3000 }, () => downloaded) }),
  );

  expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(MAX_SUMMARY_BYTES);
  expect(summary).toContain("Language 7 ");
  expect(summary).toContain("languages without a change left out");
});

test("a notice is text, whatever is in it", () => {
  expect(noticeSummary("branch <b> was deleted")).toBe("### Interlinear\n\nbranch &lt;b&gt; was deleted\n");
});
