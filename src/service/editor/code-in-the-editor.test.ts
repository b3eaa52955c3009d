import { expect, it } from "vitest";
import { openSampleService, unitsOf } from "../../../test/support/open-test-service.ts";

it("the editor links where a string stands in the code, as `repoweb` says, for those who may see the repository", async () => {
  await using test = await openSampleService();
  const repoweb = "https://git.example.org/acme/app/blob/{{branch}}/{{filename}}#L{{line}}";
  await test.request("PATCH", "/api/components/demo/server/", { json: { repoweb } });
  const unit = (await unitsOf(test, "demo/server/cs")).get("Welcome");
  const page = async (token: string | null) =>
    test.request("GET", `/translate/demo/server/cs/?unit=${String(unit?.id)}`, {
      token,
      headers: { accept: "text/html" },
    });

  const [own, guest] = [await page(test.adminToken), await page(null)];

  expect(own.text).toContain('href="https://git.example.org/acme/app/blob/main/src/a.c#L1"');
  expect(guest.text).toContain("src/a.c:1");
  const { json } = await test.request("GET", "/api/components/demo/server/", { token: null });
  expect(guest.text.includes("git.example.org")).toBe(json.repoweb !== null);
});
