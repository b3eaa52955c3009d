import { describe, expect, it } from "vitest";
import { openTestRecords } from "../../../test/support/test-records.ts";
import { addTemplate } from "../templates/templates.ts";
import { mailText } from "./mail-text.ts";

describe("mailText", () => {
  const variables = {
    name: "Jana\nNováková",
    login: "12",
    link: "https://bot.example.org/admin/password/a@b#1",
    expires: "soon",
    server: "https://bot.example.org",
  };

  it("fills the built-in text in, a value never beginning a line of its own", async () => {
    await using records = await openTestRecords();

    const { subject, text } = await mailText(records, "mail-password-reset", variables);

    expect(subject).toBe("Your password for the administration of Interlinear");
    expect(text).toContain("Hello Jana⏎Nováková,");
    expect(text).toContain("\nhttps://bot.example.org/admin/password/a@b#1\n");
  });

  it("uses somebody's own text, and the built-in one where that fails", async () => {
    await using records = await openTestRecords();
    const own = { kind: "mail-password-reset", name: "Own", repositories: "*" } as const;
    await addTemplate(records, { ...own, body: "Subject: Hi {{ name }}\n\nClick {{ link }}" }, 1);

    expect(await mailText(records, "mail-password-reset", variables)).toEqual({
      subject: "Hi Jana⏎Nováková",
      text: "Click https://bot.example.org/admin/password/a@b#1\n",
    });

    await addTemplate(records, { ...own, body: "Subject: {{ nobody }}" }, 1);
    const { subject } = await mailText(records, "mail-password-reset", variables);
    expect(subject).toBe("Your password for the administration of Interlinear");
  });
});
