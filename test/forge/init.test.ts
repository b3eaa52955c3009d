import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";
import { sampleFiles } from "../support/sample-files.ts";
import { ask, forge, tell, tokenWith } from "./lab.ts";

it("init --forge gitea shows what it will do, and makes workflow, secret, webhook and labels, once", async () => {
  const dev = forge.tokenOf("dev");
  const name = `dev/init-${randomUUID().slice(0, 8)}`;
  await tell(dev, "POST", "/user/repos", { name: name.split("/")[1], default_branch: "main" });
  const mapping = {
    ".github/interlinear.yml": `version: 1
service: https://translate.example.org
project: acme
pull-request:
  labels: [i18n, "Übersetzung"]
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
`,
  };
  await using repository = await createRepository({ ...sampleFiles, ...mapping });
  await repository.git("remote", "set-url", "origin", `${forge.url}/${name}.git`);
  const token = await tokenWith(["write:repository", "write:issue"], "dev");
  const init = (...words: readonly string[]) =>
    runCli(["init", "--forge", "gitea", "--bot", "https://bot.example.org", ...words], {
      cwd: repository.path,
      environment: {
        GITEA_TOKEN: token,
        INTERLINEAR_TOKEN: "wlp_secret",
        INTERLINEAR_BOT_FORGEJO_WEBHOOK_SECRET: "hush",
      },
    });
  const made = async (): Promise<readonly unknown[]> => {
    const [secrets, hooks, labels] = await Promise.all(
      ["/actions/secrets", "/hooks", "/labels"].map((path) => ask(dev, "GET", `/repos/${name}${path}`)),
    );
    return [secrets?.body, hooks?.body, labels?.body].map((list: readonly unknown[] | null) => list?.length ?? 0);
  };

  const shown = await init("--dry-run");
  expect(shown.exitCode, shown.output).toBe(0);
  expect(shown.output).toContain("This will:");
  expect(shown.output).toContain("TRANSLATION_TOKEN");
  expect(await made()).toEqual([0, 0, 0]);

  const done = await init("--yes");
  expect(done.exitCode, done.output).toBe(0);
  expect(await made()).toEqual([1, 1, 2]);
  expect(await repository.git("status", "--short", "--untracked-files=all")).toContain(
    ".gitea/workflows/interlinear.yml",
  );
  const [hook] = await tell(dev, "GET", `/repos/${name}/hooks`);
  expect(hook).toMatchObject({
    active: true,
    config: { url: "https://bot.example.org/webhooks/forgejo/forgejo", content_type: "json" },
    events: expect.arrayContaining(["push", "delete", "pull_request", "pull_request_comment", "pull_request_sync"]),
  });
  for (const { output } of [shown, done])
    for (const secret of [token, "wlp_secret", "hush"]) expect(output).not.toContain(secret);

  const again = await init("--yes");
  expect(again.output).toContain("Everything exists already.");
  expect(await made()).toEqual([1, 1, 2]);
});
