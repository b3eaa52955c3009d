import { expect, it } from "vitest";
import { openSampleService, sampleFiles } from "../../../test/support/open-test-service.ts";
import { isOfMask } from "./repository-screenshots.ts";

const png = (width: number): Buffer =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    Buffer.from([0, 0, 0, 13]),
    Buffer.from("IHDR", "latin1"),
    Buffer.from([0, 0, 0, width, 0, 0, 0, 1, 8, 2, 0, 0, 0]),
  ]);

it("the images that `screenshot_filemask` names are screenshots, and change with the repository", async () => {
  const files = {
    ...sampleFiles,
    "docs/shots/menu.png": png(1),
    "docs/shots/fake.png": "text",
    "docs/other.png": png(2),
  };
  await using test = await openSampleService({ files });
  const shots = async () => {
    const { json } = await test.request("GET", "/api/components/demo/app/screenshots/");
    const results: { id: number; name: string; repository_filename: string; translation: string }[] = json.results;
    return results;
  };
  const pull = async () => {
    const { json } = await test.request("POST", "/api/components/demo/app/repository/", {
      json: { operation: "pull" },
    });
    expect(json.result).toBe(true);
  };
  expect(await shots()).toEqual([]);

  await test.request("PATCH", "/api/components/demo/app/", { json: { screenshot_filemask: "docs/shots/*.png" } });
  await test.upstream.write({ "docs/shots/menu.png": png(3) });
  await test.upstream.publish("Take the menu again");
  await pull();

  const [menu, ...others] = await shots();
  expect(others).toEqual([]);
  expect(menu).toMatchObject({ name: "menu.png", repository_filename: "docs/shots/menu.png" });
  expect(menu?.translation).toMatch(/\/demo\/app\/en\/$/);

  await test.upstream.write({ "docs/shots/menu.png": png(4) });
  await test.upstream.publish("And again");
  await pull();

  expect((await shots()).map(({ id }) => id)).toEqual([menu?.id]);
  const image = await test.request("GET", `/api/screenshots/${String(menu?.id)}/file/`);
  expect(Buffer.from(image.bytes)).toEqual(png(4));
  const changes = await test.request("GET", "/api/components/demo/app/changes/?action=57&action=58");
  expect(changes.json.results.map(({ action }: { action: number }) => action)).toEqual([58, 57]);
});

it.each([
  ["docs/*.png", "docs/a.png", true],
  ["docs/*.png", "docs/.png", true],
  ["docs/*.png", "docs/more/a.png", false],
  ["docs/*/*.png", "docs/more/a.png", true],
  ["docs/a*a.png", "docs/a.png", false],
  ["docs/*a*b*.png", "docs/xaxbx.png", true],
  ["docs/*b*a*.png", "docs/ab.png", false],
  ["docs/(.+)*.png", "docs/(.+)1.png", true],
  ["**", "readme", true],
  ["*a".repeat(60) + "b.png", `${"a".repeat(90)}.png`, false],
])("of the mask %s is %s: %s", (mask, path, expected) => {
  expect(isOfMask(path, mask)).toBe(expected);
});
