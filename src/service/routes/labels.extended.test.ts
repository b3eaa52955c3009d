import { expect, it } from "vitest";
import { openSampleService, sampleFiles } from "../../../test/support/open-test-service.ts";

const path = "/api/projects/demo/labels/";

it("labels are taken off some strings at a time, and recorded once for each, also where two remove one", async () => {
  const texts = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`key-${String(index)}`, "Text"]));
  await using large = await openSampleService({
    files: { ...sampleFiles, "locales/en.json": JSON.stringify(texts) },
  });
  const { database } = large.service;
  const { json: label } = await large.request("POST", path, { json: { name: "Urgent", color: "red" } });
  const strings = database
    .selectFrom("unit")
    .innerJoin("translation", "translation.id", "unit.translation_id")
    .select((row) => ["unit.id as unit_id", row.val(Number(label.id)).as("label_id")])
    .where("filename", "=", "locales/en.json");
  await database.insertInto("unit_label").columns(["unit_id", "label_id"]).expression(strings).execute();

  const remove = () => large.request("DELETE", `${path}${String(label.id)}/`);
  const removals = await Promise.all([remove(), remove()]);

  expect(removals.filter(({ status }) => status === 204)).not.toEqual([]);
  expect(await database.selectFrom("unit_label").selectAll().execute()).toEqual([]);
  expect((await large.request("GET", path)).json.count).toBe(0);
  expect((await large.request("GET", "/api/components/demo/app/changes/?action=87")).json.count).toBe(1001);
});
