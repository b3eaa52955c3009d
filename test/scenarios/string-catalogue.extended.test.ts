import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { createRepository } from "../support/repository.ts";
import { startService } from "../support/service.ts";
import {
  pluralUnits as plural,
  stringCatalogue as catalogue,
  stringUnit as unit,
} from "../support/string-catalogue.ts";

const PATH = "App/Localizable.xcstrings";

const brand = { shouldTranslate: false, localizations: { en: unit("Acme") } };
const files = { localizations: { en: plural({ one: "%lld file", other: "%lld files" }) } };
const hello = { comment: "Above the list", localizations: { de: unit("Hallo"), en: unit("Hello") } };

test("a string catalogue of Xcode: strings travel as units, and what a translator saves is committed into the one file", async () => {
  await using service = await startService();
  await using repository = await createRepository({
    [PATH]: catalogue({ brand, hello }),
  });
  const run = (...args: string[]) =>
    runCli(args, { cwd: repository.path, environment: { INTERLINEAR_TOKEN: service.adminToken } });
  const ask = async (method: string, address: string, body?: object): Promise<string> => {
    const answer = await fetch(`${service.url}/api/${address}`, {
      method,
      headers: { authorization: `Token ${service.adminToken}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${address}: ${text}`).toBe(true);
    return text;
  };
  const translate = async (language: string, key: string, ...target: readonly string[]): Promise<void> => {
    const { results }: { results: readonly { id: number; context: string }[] } = JSON.parse(
      await ask("GET", `translations/shop/localizable/${language}/units/`),
    );
    const id = results.find(({ context }) => context === key)?.id;
    await ask("PATCH", `units/${String(id)}/`, { target, state: 20 });
  };

  const up = await run("up", "--service", service.url, "--project", "shop", "--forge", "none", "--yes");

  expect(up.exitCode, up.output).toBe(0);
  const sources = JSON.parse(await ask("GET", "translations/shop/localizable/en/units/"));
  expect(sources.results).toMatchObject([{ context: "hello", source: ["Hello"], note: "Above the list" }]);
  expect(JSON.parse(await ask("GET", "translations/shop/localizable/de/units/")).results).toMatchObject([
    { context: "hello", target: ["Hallo"] },
  ]);

  await repository.publish("Bind the catalogue");

  // A developer adds a string, and somebody a language.
  await repository.write({ [PATH]: catalogue({ brand, files, hello }) });
  await repository.publish("Count files");
  const push = await run("push");
  expect(push.exitCode, push.output).toBe(0);
  await ask("POST", "components/shop/localizable/translations/", { language_code: "cs" });
  await translate("cs", "files", "%lld soubor", "%lld soubory", "%lld souborů");
  await translate("de", "hello", "Guten Tag");
  const sync = await run("sync");

  expect(sync.exitCode, sync.output).toBe(0);
  const brought = catalogue({
    brand,
    files: {
      localizations: {
        cs: plural({ few: "%lld soubory", one: "%lld soubor", other: "%lld souborů" }),
        ...files.localizations,
      },
    },
    hello: { ...hello, localizations: { de: unit("Guten Tag"), en: unit("Hello") } },
  });
  expect(await repository.remoteGit("show", `interlinear/main:${PATH}`)).toBe(brought);
  expect(await repository.remoteGit("diff", "--name-only", "main", "interlinear/main")).toBe(PATH);

  await repository.git("fetch", "--quiet", "origin");
  await repository.git("merge", "--quiet", "--ff-only", "origin/interlinear/main");
  await repository.git("push", "--quiet", "origin", "main");
  const again = await run("sync");
  expect(again.exitCode, again.output).toBe(0);
  expect(again.stdout).toContain("3 in step");

  // Both sides go on, in different languages and in one.
  await repository.write({ [PATH]: brought.replace("%lld souborů", "%lld kusů") });
  await repository.publish("Say pieces");
  await translate("cs", "hello", "Dobrý den");
  await translate("de", "files", "%lld Datei", "%lld Dateien");
  const pull = await run("pull");
  expect(pull.exitCode, pull.output).toBe(0);
  const { strings } = JSON.parse(await repository.read(PATH));
  expect(strings.files.localizations).toEqual({
    cs: plural({ few: "%lld soubory", one: "%lld soubor", other: "%lld kusů" }),
    de: plural({ one: "%lld Datei", other: "%lld Dateien" }),
    ...files.localizations,
  });
  expect(strings.hello.localizations.cs).toEqual(unit("Dobrý den"));
  const twice = await run("pull");
  expect(twice.exitCode, twice.output).toBe(0);
  expect((await run("check")).exitCode).toBe(0);
});
