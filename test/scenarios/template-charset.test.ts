import { expect, test } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { sampleFiles, serverSource } from "../support/sample-files.ts";
import { createScene, serverComponent } from "../support/scene.ts";

const TEMPLATE = serverComponent.source;

test("a template as xgettext leaves it is sent with its charset in it, and is in step afterwards", async () => {
  await using site = await embeddedSite();
  const template = serverSource.replace("charset=UTF-8", "charset=CHARSET");
  await using scene = await createScene(site, {
    components: [serverComponent],
    files: { ...sampleFiles, [TEMPLATE]: template },
  });
  await scene.repository.write({ [TEMPLATE]: `${template}\nmsgid "New"\nmsgstr ""\n` });
  await scene.repository.publish("Say more");
  site.proxy.clear();

  const first = await scene.sync();

  expect(first.exitCode, first.output).toBe(0);
  const sent = site.proxy.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/file/"));
  expect(sent.map(({ requestBody }) => /charset=(?:CHARSET|UTF-8)/.exec(requestBody.toString())?.[0])).toEqual([
    "charset=UTF-8",
  ]);
  const again = await scene.plan();
  expect(again.output).not.toMatch(/upload +po/);
  const pulled = await scene.run("pull");
  expect(pulled.exitCode, pulled.output).toBe(0);
  expect(pulled.output).not.toContain("this run sends none");
});
