import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";
import { startService } from "../support/service.ts";

const web = {
  "locales/en.json": '{ "cart": "Cart", "pay": "Pay" }\n',
  "locales/de.json": '{ "cart": "Korb", "pay": "Zahlen" }\n',
};
const admin = {
  "locales/en.json": '{ "users": "Users", "pay": "Payments" }\n',
  "locales/de.json": '{ "users": "Nutzer", "pay": "Zahlungen" }\n',
  "locales/fr.json": '{ "users": "Utilisateurs", "pay": "Paiements" }\n',
};

type Service = Awaited<ReturnType<typeof startService>>;

const upIn = (service: Service, cwd: string, ...more: readonly string[]) =>
  runCli(["up", "--service", service.url, "--project", "acme", "--forge", "none", "--yes", ...more], {
    cwd,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

async function sourceOn(service: Service, component: string): Promise<unknown> {
  const file = await fetch(`${service.url}/api/translations/acme/${component}/en/file/`, {
    headers: { authorization: `Token ${service.adminToken}` },
  });
  return JSON.parse(await file.text());
}

test("the component of another repository with the same paths is left alone, and this one gets its own", async () => {
  await using service = await startService();
  await using upstream = await createRepository(web);
  await using repository = await createRepository(admin);
  await service.administration.createProject({ name: "Acme", slug: "acme" });
  await service.administration.createComponent("acme", {
    name: "Locales",
    slug: "locales",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });

  const up = await upIn(service, repository.path);

  expect(up.exitCode, up.output).toBe(0);
  expect(up.stdout).toContain("create  acme/locales-2");
  expect(await sourceOn(service, "locales")).toEqual({ cart: "Cart", pay: "Pay" });
  expect(await sourceOn(service, "locales-2")).toEqual({ users: "Users", pay: "Payments" });
});

test("a component that another repository's files were sent to keeps its source strings, and the plan tells of them", async () => {
  await using service = await startService();
  await using first = await createRepository(web);
  await using second = await createRepository(admin);
  await upIn(service, first.path, "--repository", "none");

  const up = await upIn(service, second.path, "--repository", "none");

  expect(up.exitCode, up.output).toBe(0);
  expect(up.stdout).toContain(
    "acme/locales: it is there already, filled from elsewhere: a push would add 1, change 1 and remove 1; 2 source strings are there. It stays as it is.",
  );
  expect(up.stdout).toContain("translations: fr");
  expect(await sourceOn(service, "locales")).toEqual({ cart: "Cart", pay: "Pay" });
});

test("doctor warns of a mapping that names the component of another repository", async () => {
  await using service = await startService();
  await using upstream = await createRepository(web);
  await using repository = await createRepository({
    ...web,
    ".github/interlinear.yml": `version: 1
service: ${service.url}
project: acme
components:
  - component: web
    source: locales/en.json
    translations: locales/{language}.json
`,
  });
  await service.administration.createProject({ name: "Acme", slug: "acme" });
  await service.administration.createComponent("acme", {
    name: "Web",
    slug: "web",
    repo: upstream.remoteUrl,
    branch: "main",
    file_format: "json",
    filemask: "locales/*.json",
    template: "locales/en.json",
  });

  const { stdout } = await runCli(["doctor"], {
    cwd: repository.path,
    environment: { INTERLINEAR_TOKEN: service.adminToken },
  });

  expect(stdout).toContain(`it reads another repository, ${upstream.remoteUrl}`);
  expect(stdout).not.toContain("Nothing is wrong");
});
