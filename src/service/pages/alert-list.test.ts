import { expect, it } from "vitest";
import { html } from "../../http-api/markup.ts";
import { alertList } from "./alert-list.ts";

const links = ["repository", "settings", "webhook", "languages"].map((name) => ({
  name,
  words: name.toUpperCase(),
  address: `/manage/${name}/shop/app/`,
}));
const since = "2026-11-28T10:00:00.000Z";
type Shown = Omit<Parameters<typeof alertList>[0][number], "disputed">;
const undisputed = (alert: Shown) => ({ ...alert, disputed: [] });
const shown = (...alerts: readonly Shown[]): string =>
  html`${alertList(alerts.map(undisputed), "shop/app", "h2", links)}`.toString();

it("leads to the pages that a remedy speaks of, as far as they are for the reader", () => {
  const alert = { name: "RepositoryOutdated", details: { missing_commits: 1 }, since } as const;
  const page = shown(alert);
  expect(page).toContain("1 commit<");
  expect(page.match(/href="[^"]*"/g)).toEqual([
    'href="/manage/repository/shop/app/"',
    'href="/manage/webhook/shop/app/"',
  ]);
  expect(html`${alertList([undisputed(alert)], "shop/app", "h2")}`.toString()).not.toContain("href");
});

it("counts what is wrong, and shows its words as they came", () => {
  const page = shown(
    { name: "PushFailure", details: { error: "<b>protected</b>" }, since },
    { name: "DuplicateLanguage", details: { files: ["po/pt_BR.po", "po/pt-BR.po"] }, since },
  );
  expect(page).toContain("<h2>2 alerts</h2>");
  expect(page).toContain("&lt;b&gt;protected&lt;/b&gt;");
  expect(page).toContain("po/pt_BR.po\npo/pt-BR.po");
});
