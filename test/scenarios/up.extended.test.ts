import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { runCli, startCli } from "../support/cli.ts";
import { filesOf, layouts } from "../support/layouts.ts";
import { startProxy } from "../support/proxy.ts";
import { createRepository } from "../support/repository.ts";
import { startService } from "../support/service.ts";
import { describeUpOn } from "../support/up-on-layouts.ts";

// The first is in `up.test.ts`, and `up.full.test.ts` has all.
describeUpOn(layouts.slice(1, 4));

const files = {
  "locales/en.json": '{ "shop": { "title": "Shop" } }\n',
  "locales/de.json": '{ "shop": { "title": "Laden" } }\n',
};

test("without a yes everything is shown, nothing is done, and the exit code says so", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  const run = (...more: string[]) =>
    runCli(["up", "--service", service.url, "--project", "shop", "--forge", "github", ...more], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: service.adminToken },
    });

  const asked = await run();
  const shown = await run("--dry-run", "--json");

  expect(asked.exitCode, asked.output).toBe(2);
  expect(asked.stdout).toContain("create  shop/locales");
  expect(asked.stderr).toContain("Add --yes");
  expect(shown.exitCode, shown.output).toBe(0);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    applied: false,
    setUp: {
      steps: [
        { kind: "write-mapping", subject: ".github/interlinear.yml" },
        { kind: "create-project", subject: "project shop" },
        { kind: "create-component", subject: "shop/locales", languages: ["de"], from: { kind: "files", files: 2 } },
        { kind: "write-workflow", subject: ".github/workflows/interlinear.yml" },
      ],
    },
  });
  expect(await repository.git("status", "--porcelain")).toBe("");
  expect((await fetch(`${service.url}/api/projects/shop/`)).status).toBe(404);
});

test("a token that may not make a project is told who can, and a later run goes on from there", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  await service.administration.createProject({ name: "Other", slug: "other" });
  const bot = await service.administration.createBot("other");
  const run = (token: string) =>
    runCli(["up", "--service", service.url, "--project", "shop", "--forge", "none", "--yes"], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: token },
    });

  const refused = await run(bot.token);
  await service.administration.createProject({ name: "Shop", slug: "shop" });
  const shopBot = await service.administration.createBot("shop");
  const again = await run(shopBot.token);

  expect(refused.exitCode, refused.output).toBe(1);
  expect(refused.stdout).toContain('An administrator of the service creates the project "shop" there');
  expect(refused.stdout).toContain("create shop/locales: there is no project shop");
  expect(refused.stdout).not.toContain("git commit");
  expect(again.exitCode, again.output).toBe(0);
  expect(again.stdout).toContain("2 in step");
  expect(again.stdout).toContain("git add .github/interlinear.yml && git commit");
});

test("a project that is not the mapping's is refused, with the mapping of a failed attempt as with any other", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  const run = (...options: string[]) =>
    runCli(["up", "--forge", "none", "--yes", ...options], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: service.adminToken },
    });
  await run("--service", service.url, "--project", "shop");

  const other = await run("--project", "other");
  const locally = await runCli(["up", "--local", "--project", "other"], { cwd: repository.path, environment: {} });
  const same = await run("--project", "shop");

  expect(other.exitCode, other.output).toBe(2);
  expect(other.stderr).toContain("names another project, shop");
  expect(other.stderr).toContain("Leave --project out");
  expect(locally.exitCode, locally.output).toBe(2);
  expect(same.exitCode, same.output).toBe(0);
  expect((await fetch(`${service.url}/api/projects/other/`)).status).toBe(404);
});

test("what is there already stays, and is told how it differs", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  await service.administration.createProject({ name: "Shop", slug: "shop" });
  await service.administration.createComponent(
    "shop",
    {
      name: "Locales",
      slug: "locales",
      file_format: "json-nested",
      filemask: "texts/*.json",
      template: "texts/en.json",
    },
    { kind: "document", name: "en.json", content: Buffer.from(files["locales/en.json"]) },
  );

  const { exitCode, stdout, output } = await runCli(
    ["up", "--service", service.url, "--project", "shop", "--forge", "none", "--yes"],
    { cwd: repository.path, environment: { INTERLINEAR_TOKEN: service.adminToken } },
  );

  expect(exitCode, output).toBe(0);
  expect(stdout).toContain(
    "shop/locales: its file mask is texts/*.json; by the mapping it is locales/*.json. It stays as it is.",
  );
  expect(stdout).toContain("translations: de");
  const stored = await fetch(`${service.url}/api/translations/shop/locales/de/file/`, {
    headers: { authorization: `Token ${service.adminToken}` },
  });
  expect(JSON.parse(await stored.text())).toEqual({ shop: { title: "Laden" } });
});

test("a component that has these files already keeps its name, and other tools are named", async () => {
  await using service = await startService();
  await using repository = await createRepository({
    ...files,
    "crowdin.yml": "files:\n  - source: /locales/en.json\n    translation: /locales/%two_letters_code%.json\n",
    ".github/workflows/ci.yml": "on: push\njobs: {}\n",
  });
  await service.administration.createProject({ name: "Acme", slug: "acme" });
  await service.administration.createComponent(
    "acme",
    {
      name: "Frontend",
      slug: "frontend",
      file_format: "json-nested",
      filemask: "locales/*.json",
      template: "locales/en.json",
    },
    { kind: "document", name: "en.json", content: Buffer.from(files["locales/en.json"]) },
  );

  const up = await runCli(
    ["up", "--service", service.url, "--project", "acme", "--forge", "none", "--dry-run", "--json"],
    {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: service.adminToken },
    },
  );
  const init = await runCli(["init", "--service", service.url, "--project", "acme"], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

  expect(up.exitCode, up.output).toBe(0);
  expect(JSON.parse(up.stdout)).toMatchObject({
    otherTools: [{ tool: "crowdin", path: "crowdin.yml" }],
    setUp: {
      steps: [{ kind: "write-mapping" }, { kind: "send-translations", subject: "acme/frontend", languages: ["de"] }],
      differences: [],
    },
  });
  expect(init.exitCode, init.output).toBe(0);
  expect(init.stdout).toContain("interlinear import --from crowdin --force");
  expect(init.stdout).not.toContain("lokalise");
  expect(await repository.read(".github/interlinear.yml")).toMatch(/project: acme[\s\S]*component: frontend/);
});

// What the real 5.14.3 does: with an archive of some forty languages, and with some archives after it took them.
test.each([
  [
    "at many languages at once gets the source first, and the others one by one",
    { instead: { status: 500 } },
    "the service failed at 2 languages at once: they are sent one by one",
  ],
  [
    "after it made the component gets what is missing",
    { failsAfter: 500 },
    "the service failed after it made the component: what is missing there is sent now",
  ],
])("a service that fails %s", async (_how, failure, said) => {
  await using service = await startService();
  await using proxy = await startProxy(service.url);
  await using repository = await createRepository({
    ...files,
    "locales/fr.json": '{ "shop": { "title": "Boutique" } }\n',
  });
  let isFirst = true;
  proxy.decide(({ method, path }) => {
    const fails = method === "POST" && path.endsWith("/projects/shop/components/") && isFirst;
    if (fails) isFirst = false;
    return fails ? failure : "pass";
  });

  const up = await runCli(["up", "--service", proxy.url, "--project", "shop", "--forge", "none", "--yes"], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

  expect(up.exitCode, up.output).toBe(0);
  expect(up.stdout).toContain(said);
  expect(up.stdout).toContain("3 in step");
});

test("Norwegian is one language, whether the service calls it nb_NO or, since 2026, nb", async () => {
  await using service = await startService();
  await using proxy = await startProxy(service.url);
  await using repository = await createRepository({
    ...files,
    "locales/no.json": '{ "shop": { "title": "Butikk" } }\n',
  });
  const up = () =>
    runCli(["up", "--service", proxy.url, "--project", "shop", "--forge", "none", "--yes"], {
      cwd: repository.path,
      environment: { INTERLINEAR_TOKEN: service.adminToken },
    });
  proxy.rewrite((_path, body) => body.replaceAll('"code":"nb_NO"', '"code":"nb"'));

  const first = await up();
  const second = await up();

  expect(first.stdout, first.output).toContain("3 in step");
  expect(second.stdout, second.output).toContain("Nothing is missing");
});

test.each([
  [
    "a file that the service cannot use",
    "Could not parse translation base file.",
    "Mend locales/en.json, commit it, and run",
  ],
  ["a service that is at work on an earlier try", "[Errno 2] No such file or directory: ''", "again in a minute"],
])("%s is told with what to do about it", async (_what, detail, said) => {
  await using service = await startService();
  await using proxy = await startProxy(service.url);
  await using repository = await createRepository(files);
  proxy.decide(({ method, path }) =>
    method === "POST" && path.endsWith("/projects/shop/components/")
      ? { instead: { status: 400, errors: [{ attr: "template", detail }] } }
      : "pass",
  );

  const up = await runCli(["up", "--service", proxy.url, "--project", "shop", "--forge", "none", "--yes"], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

  expect(up.exitCode, up.output).toBe(1);
  expect(up.stdout).toContain(said);
});

test("up --local fills a service on this machine and leaves the repository as it is", async () => {
  await using repository = await createRepository(filesOf(layouts[0] ?? { name: "", sets: [] }));
  await using running = startCli(["up", "--local", "--json"], { cwd: repository.path });

  const { url, adminToken, botToken, mapping, components } = JSON.parse(
    await running.line((line) => line.startsWith("{")),
  );

  expect(components).toMatchObject([{ languages: 3, strings: 3 }]);
  expect((await fetch(components[0].page)).status).toBe(200);
  expect(adminToken).not.toBe(botToken);
  expect(await readFile(mapping, "utf8")).toContain(`service: ${url}`);
  const plan = await runCli(["plan", "--mapping", mapping], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: botToken },
  });
  expect(plan.exitCode, plan.output).toBe(0);
  expect(plan.stdout).toContain("4 in step");
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("push --create makes what the mapping names and the service lacks; doctor --fix does the same", async () => {
  await using service = await startService();
  await using repository = await createRepository({
    ...files,
    ".github/interlinear.yml": `version: 1
service: ${service.url}
project: shop
components:
  - component: web/texts
    source: locales/en.json
    translations: locales/{language}.json
`,
  });
  const run = (...args: string[]) =>
    runCli(args, { cwd: repository.path, environment: { INTERLINEAR_TOKEN: service.adminToken } });

  const shown = await run("push", "--create", "--dry-run");
  const pushed = await run("push", "--create");
  const again = await run("push", "--create");
  const stats = await run("stats", "--json");

  expect(shown.stdout).toContain("create  shop/web/texts");
  expect(pushed.exitCode, pushed.output).toBe(0);
  expect(pushed.stderr).toContain("create shop/web/texts");
  expect(again.exitCode, again.output).toBe(0);
  expect(again.stderr).not.toContain("create");
  expect(stats.stdout).toContain('"shop/web/texts"');

  await fetch(`${service.url}/api/components/shop/web%252Ftexts/`, {
    method: "DELETE",
    headers: { authorization: `Token ${service.adminToken}` },
  });
  const refused = await run("doctor", "--fix");
  const fixed = await run("doctor", "--fix", "--yes");

  expect(refused.exitCode).toBe(2);
  expect(refused.stderr).toContain("Add --yes");
  expect(fixed.stderr).toContain("create shop/web/texts");
  expect(fixed.exitCode, fixed.output).toBe(0);
});

test("an edit that nobody committed is told by plan, push and doctor; --working-tree takes it along", async () => {
  await using service = await startService();
  await using repository = await createRepository(files);
  const run = (...args: string[]) =>
    runCli(args, { cwd: repository.path, environment: { INTERLINEAR_TOKEN: service.adminToken } });
  await run("up", "--service", service.url, "--project", "shop", "--forge", "none", "--yes");
  await repository.write({ "locales/en.json": '{ "shop": { "title": "Shop", "cart": "Cart" } }\n' });

  const said = "locales/en.json has changes that are not committed";
  for (const command of ["plan", "push", "doctor"]) expect((await run(command)).stdout, command).toContain(said);
  const taken = await run("push", "--working-tree");

  expect(taken.exitCode, taken.output).toBe(0);
  expect(taken.stdout).not.toContain(said);
  const units = await fetch(`${service.url}/api/translations/shop/locales/en/units/`, {
    headers: { authorization: `Token ${service.adminToken}` },
  });
  expect(JSON.parse(await units.text())).toMatchObject({ count: 2 });
});

test.each([
  [["--project", "my shop"], "IL-C02", "It takes the project's slug"],
  [["--source-language", "english"], "IL-C02", "It takes a language's code"],
  [["--repository", "nonee"], "IL-C02", "or none"],
  [["--service", "https://x.example/projects/shop/"], "IL-C02", "Give its address alone: https://x.example"],
  [["--forge", "gitlab"], "IL-C02", "github, forgejo, gitea or none"],
  [["--local", "--service", "https://x.example"], "IL-C02", "does not go with --local"],
  [["--port", "80"], "IL-C02", "--port needs --local"],
  [["shop"], "IL-C02", "is not expected after up"],
  [["--local", "--source-language", "fr"], "IL-C02", "These sources were found: locales/en.json"],
  [["--mapping", "locales"], "IL-C02", "is a folder"],
  [["--mapping", "../interlinear.yml"], "IL-C02", "is outside of the repository"],
  [["-C", "locales/en.json"], "IL-C02", "--directory takes a clone's folder"],
  [["--project", "shop", "--project", "other"], "IL-C02", "--project is given twice"],
  [["-dry-run"], "IL-C02", "did you mean --dry-run?"],
  [["--token", "abc"], "IL-C02", "the environment variable INTERLINEAR_TOKEN"],
  [["--local", "--data", "locales/en.json"], "IL-C02", "It takes a folder"],
])("up %j is wrong, and nothing is written", async (options, code, said) => {
  await using repository = await createRepository(files);

  const { exitCode, output } = await runCli(["up", ...options, "--yes"], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: "svp_x" },
  });

  expect(exitCode, output).toBe(2);
  expect(output).toContain(code);
  expect(output).toContain(said);
  expect(await repository.git("status", "--porcelain")).toBe("");
});

test("options may stand before the command; words of other tools lead to ours; mistakes are a list for programs", async () => {
  await using repository = await createRepository({ ...files, ".github/interlinear.yaml": "version: 1\n" });
  const run = (...args: string[]) => runCli(args, { cwd: "/", environment: {} });

  const elsewhere = await run("-C", repository.path, "--json", "doctor", "--offline");
  await repository.write({ ".github/interlinear.yml": "version: 1\nserver: x\nfiles: []\n" });
  const wrong = await run("--json", "-C", repository.path, "plan");
  const upload = await run("upload");

  expect(elsewhere.stdout).toContain(".github/interlinear.yaml is there");
  expect(JSON.parse(wrong.stdout)).toMatchObject({
    errors: [
      {
        code: "IL-M03",
        place: { file: ".github/interlinear.yml", line: 2, column: 1 },
        message: 'unknown key "server"',
      },
      { code: "IL-M03", place: { line: 3, column: 1 }, hint: expect.stringContaining("components") },
    ],
  });
  expect(upload.output).toContain("interlinear push");
});
