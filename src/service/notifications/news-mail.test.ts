import { describe, expect, it } from "vitest";
import { harmless, newsHtml, newsSubject, newsText, type NewsMail } from "./news-mail.ts";

const hostile =
  "</a><script>alert(1)</script>\r\nBcc: eve@example.org\u202egnp.exe https://evil.example/ www.evil.example";

const mail = (text: string): NewsMail => ({
  site: "Interlinear",
  reader: text,
  frequency: 1,
  places: [
    {
      names: [text, text, text],
      link: "https://l10n.example.org/projects/shop/",
      items: [
        {
          kind: "NewCommentNotificaton",
          count: 1,
          by: text,
          texts: [{ text, link: "https://l10n.example.org/translate/" }],
        },
      ],
    },
  ],
  more: 0,
  siteUrl: "https://l10n.example.org",
  unsubscribe: "https://l10n.example.org/accounts/unsubscribe/?code=1",
});

describe("a mail of strangers' texts", () => {
  it("links nowhere but to the service, in text and HTML", () => {
    for (const words of [newsText(mail(hostile)), newsHtml(mail(hostile)).replaceAll("&#x2F;", "/")]) {
      const addresses = [...words.matchAll(/https?:\/\/[^\s"<)]+/g)].map(([address]) => new URL(address).host);
      expect(new Set(addresses)).toEqual(new Set(["l10n.example.org"]));
      expect(words).not.toContain("www.evil");
    }
  });

  it("has no element, no line and no turned text of theirs", () => {
    const [text, html, subject] = [newsText(mail(hostile)), newsHtml(mail(hostile)), newsSubject(mail(hostile))];

    expect(html).not.toContain("<script");
    for (const words of [text, html, subject]) expect(words).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).not.toMatch(/^Bcc/m);
    expect(subject).not.toMatch(/[\r\n]/);
  });

  it("is short whatever they wrote", () => {
    expect(newsText(mail("😀".repeat(100_000))).length).toBeLessThan(5_000);
    expect(harmless("😀".repeat(300))).toBe(`${"😀".repeat(200)}…`);
  });

  it("says in its subject what it is about", () => {
    expect(newsSubject({ ...mail("Web"), frequency: 2 })).toBe("[Interlinear] Daily news: 1 new comment in Web/Web");
  });
});
