import { expect, test } from "vitest";
import { aConflict, aFile, aRun, someStatistics } from "../../../test/support/run-result.ts";
import { pullRequestText } from "../pull-request/pull-request.ts";
import { pullRequestPage } from "./pull-request-page.ts";

const page = { branch: "interlinear/main", base: "main", diff: "", title: "t", body: "" };

test("a pull request's own body keeps its tables, folds and code", () => {
  const { title, body } = pullRequestText(
    aRun({ files: [aFile()], conflicts: [aConflict()], statistics: [someStatistics()] }),
  );

  const html = pullRequestPage({ ...page, title, body });

  expect(html).toContain("<h1>Translations: German (1 string)</h1>");
  expect(html).toContain("<details><summary>The strings</summary>");
  expect(html).toContain("<code>█████████░</code>");
  expect(html.match(/<table>/g)).toHaveLength(3);
});

test("whatever a body or a diff holds, no script, image, style or foreign link comes through", () => {
  const hostile = `<script>alert(1)</script> <img src=x onerror=alert(1)> <details onclick="x"> [a](javascript:alert(1)) ![i](https://x.example/t.png) <a href="x">y</a>`;

  const html = pullRequestPage({
    ...page,
    title: hostile,
    body: `${hostile}\n\n${hostile.replaceAll(" ", "\n")}`,
    diff: `diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n+${hostile}`,
    branch: hostile,
  });

  expect(html).not.toMatch(/<(?:script|img|a href="(?:x|javascript)|details onclick)/);
  expect(html).toContain("Content-Security-Policy");
});

test("a diff is shown file by file with its lines marked", () => {
  const html = pullRequestPage({
    ...page,
    diff: 'diff --git a/a.json b/a.json\nindex 1..2 100644\n--- a/a.json\n+++ b/a.json\n@@ -1,2 +1,2 @@\n {\n-  "a": 1\n+  "a": 2\n',
  });

  expect(html).toContain("<figcaption>a.json</figcaption>");
  expect(html).toContain(
    '<span class="removed">-  &quot;a&quot;: 1</span><span class="added">+  &quot;a&quot;: 2</span>',
  );
});
