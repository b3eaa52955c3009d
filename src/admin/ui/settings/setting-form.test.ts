import { describe, expect, it } from "vitest";
import { mailSection, schedulesSection, serviceFields } from "./setting-fields.ts";
import { patchOf, problemAt, settingField } from "./setting-form.ts";

const [, , , , password] = mailSection.fields;

describe("a form of settings", () => {
  it("keeps a secret that was left empty, replaces one that was typed, and removes one that is to be forgotten", () => {
    const fields = mailSection.fields.filter(({ name }) => name === "password");
    const sent = (text: string, forget = false): unknown =>
      patchOf(
        fields,
        new URLSearchParams({ "mail.password": text, ...(forget ? { "mail.password:forget": "true" } : {}) }),
        "mail.",
        {},
      );
    expect(sent("")).toEqual({});
    expect(sent("hunter2")).toEqual({ password: "hunter2" });
    expect(sent("", true)).toEqual({ password: null });
  });

  it("sends numbers as numbers, and what is none as it was typed, for the schema to refuse", () => {
    const fields = mailSection.fields.filter(({ name }) => name === "port");
    expect(patchOf(fields, new URLSearchParams({ "mail.port": "465" }), "mail.", {})).toEqual({ port: 465 });
    expect(patchOf(fields, new URLSearchParams({ "mail.port": "smtp" }), "mail.", {})).toEqual({ port: "smtp" });
  });

  it("takes lists by line, whatever ends a line", () => {
    const fields = serviceFields.filter(({ name }) => name === "repositories");
    const form = new URLSearchParams({ repositories: " acme/* \r\n\r\nother/site\r\n" });
    expect(patchOf(fields, form, "", {})).toEqual({ repositories: ["acme/*", "other/site"] });
  });

  it("removes the schedules whose line is gone, and keeps an empty one as none", () => {
    const fields = schedulesSection.fields.filter(({ name }) => name === "repositories");
    const form = new URLSearchParams({ "schedules.repositories": "acme/* = 0 */6 * * *\nacme/old =" });
    expect(patchOf(fields, form, "schedules.", { repositories: { "gone/*": "1 1 * * *" } })).toEqual({
      repositories: { "gone/*": null, "acme/*": "0 */6 * * *", "acme/old": "" },
    });
  });

  it("never shows a secret, also not one that was just sent", () => {
    if (password === undefined) throw new Error("The mail section has no password.");
    const sent = new URLSearchParams({ "mail.password": "hunter2" });
    const shown = settingField({
      field: password,
      prefix: "mail.",
      values: { password: { set: true } },
      problems: {},
      sent,
    });
    expect(shown.toString()).toContain("Set. Left empty, it stays as it is.");
    expect(shown.toString()).not.toContain("hunter2");
  });

  it("says what is wrong with an entry of a list at the list", () => {
    expect(problemAt({ "services.main.repositories.1": "Expected a pattern." }, "services.main.repositories")).toBe(
      "Expected a pattern.",
    );
    expect(problemAt({ "services.main.url": "Expected an address." }, "services.main.token")).toBeUndefined();
  });
});
