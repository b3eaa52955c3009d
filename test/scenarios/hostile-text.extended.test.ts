import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched, pushed } from "../support/events.ts";
import type { StepResult } from "../support/runner.ts";
import { createWorld, writes } from "../support/world.ts";

const hostileTexts = [
  "::set-output name=pull-request-number::gotcha",
  "##[error]gotcha",
  "a\n::error::gotcha\n##[set-env name=PATH;]gotcha\n::stop-commands::gotcha",
  "$(touch gotcha) `touch gotcha` ; touch gotcha",
  "@octocat thanks, see #1 and <!-- gotcha --> <img src=x onerror=gotcha>",
  "ghadelimiter_gotcha\nchanged=gotcha",
];

/** Commands that hostile text would have had to smuggle in; what the product itself says is quoted and harmless. */
function smuggled(result: StepResult): unknown[] {
  return result.commands.filter(
    ({ name, properties, message }) =>
      ["set-output", "save-state", "set-env", "add-path", "stop-commands", "add-matcher"].includes(name) ||
      (["error", "warning", "notice", "debug"].includes(name) && message.startsWith("gotcha")) ||
      JSON.stringify(properties).includes("gotcha"),
  );
}

test("texts of translators never reach the runner as commands, outputs or programs", async () => {
  await using site = await embeddedSite();
  const keys = Object.fromEntries(hostileTexts.map((text, index) => [`${text} ${String(index)}`, "Text"]));
  await using world = await createWorld(site, {
    files: { "locales/en.json": `${JSON.stringify(keys, undefined, 4)}\n` },
  });
  for (const [index, text] of hostileTexts.entries()) {
    await world.translate(world.web, "cs", `${text} ${String(index)}`, text);
  }

  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(smuggled(result)).toEqual([]);
  expect(result.environment).toEqual({});
  expect(result.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  expect(Object.keys(result.outputs).toSorted()).toEqual(
    [
      "changed",
      "commit",
      "conflicts",
      "matrix",
      "plan",
      "pull-request-number",
      "pull-request-url",
      "pull-requests",
      "review",
      "statistics",
      "withdrawn",
    ].toSorted(),
  );
  expect(existsSync(join(world.repository.path, "gotcha"))).toBe(false);
  const [pullRequest] = await world.github.pullRequests();
  const readable = `${pullRequest?.title ?? ""}\n${pullRequest?.body ?? ""}\n${result.summary}`;
  expect(readable).not.toMatch(/@octocat/);
  expect(readable).not.toMatch(/<img|<!-- gotcha/);
  expect(await world.repository.remoteGit("log", "-1", "--format=%B", "interlinear/main")).not.toContain("@octocat");
});

test("keys that a run names, answers it passes on and files it cannot read are quoted without becoming commands", async () => {
  await using site = await embeddedSite();
  const keys = Object.fromEntries(hostileTexts.map((text) => [text, "Text"]));
  await using world = await createWorld(site, {
    serviceFiles: { "locales/en.json": `${JSON.stringify(keys, undefined, 4)}\n` },
  });
  const trigger = await pushed(world.repository, world.github.repository);

  const naming = await world.run(trigger);

  expect(naming.exitCode, naming.log).toBe(1);
  expect(naming.log).toContain("touch gotcha");
  expect(smuggled(naming)).toEqual([]);

  const detail = JSON.stringify(hostileTexts.join("\n"));
  await world.translate(world.server, "de", "Welcome", "Willkommen");
  site.proxy.rewrite((path, body) =>
    path.endsWith("/repository/") && body.includes('"result"') ? `{"result":false,"detail":${detail}}` : body,
  );
  const passingOn = await world.run(await dispatched(world.repository, world.github.repository));
  site.proxy.rewrite(undefined);

  expect(passingOn.exitCode, passingOn.log).toBe(1);
  expect(passingOn.log).toContain("gotcha");
  expect(smuggled(passingOn)).toEqual([]);

  await world.repository.write({ "locales/en.json": `{\n  ##[error]gotcha\n::set-output name=changed::gotcha\n` });
  await world.repository.publish("Break a file");
  const refusing = await world.run(await pushed(world.repository, world.github.repository));

  expect(refusing.exitCode, refusing.log).toBe(1);
  expect(refusing.log).toContain("locales/en.json");
  expect(smuggled(refusing)).toEqual([]);
});

test("a language code that looks like a path writes no file anywhere", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.web, "de", "title", "Guten Tag");
  // A service that was taken over, or a bug of it: the code of German climbs out of the folder.
  site.proxy.rewrite((path, body) =>
    path.includes("/translations/")
      ? body.replaceAll('"language_code":"de"', '"language_code":"../../../gotcha"')
      : body,
  );

  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.rawLog).toMatch(/gotcha/);
  expect(smuggled(result)).toEqual([]);
  const changed =
    writes(world).github.length === 0
      ? ""
      : await world.repository.remoteGit("diff", "--name-only", "main", "interlinear/main");
  expect(changed).not.toMatch(/gotcha|\.\./);
  expect(existsSync(join(world.repository.path, "..", "gotcha.json"))).toBe(false);
});

test("a pull request's title, body and commit carry translators' names as text", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await world.translate(world.web, "cs", "title", "Nazdar");
  const name = "Eve\nSigned-off-by: gotcha <a@b>\n@octocat ::error::gotcha ##[warning]gotcha";
  // Names come from the service as well: of people in `full_name`, of languages in `name`.
  site.proxy.rewrite((path, body) => {
    const hostile = JSON.stringify(name);
    if (path.startsWith("/api/users/")) return body.replace(/"full_name":"[^"]*"/, () => `"full_name":${hostile}`);
    return body.replaceAll('"name":"Czech"', () => `"name":${hostile}`);
  });

  const result = await world.run(await dispatched(world.repository, world.github.repository));

  expect(result.exitCode, result.log).toBe(0);
  expect(smuggled(result)).toEqual([]);
  expect(result.outputs).toMatchObject({ changed: "true", "pull-request-number": "1" });
  const message = await world.repository.remoteGit("log", "-1", "--format=%B", "interlinear/main");
  const [pullRequest] = await world.github.pullRequests();
  const readable = `${pullRequest?.title ?? ""}\n${pullRequest?.body ?? ""}\n${result.summary}`;
  expect(message).toContain("Eve");
  expect(message).not.toMatch(/^Signed-off-by/m);
  expect(`${message}\n${readable}`).not.toContain("@octocat");
});
