import { expect, it } from "vitest";
import { defaultSettings } from "../service/settings.ts";
import { settingsFrom } from "./settings.ts";

it("what is not set has its default", () => {
  const {
    busyMilliseconds: _busy,
    taskMilliseconds: _task,
    searchMilliseconds: _search,
    uploadBytes: _upload,
    archive: _archive,
    ...settable
  } = defaultSettings;

  expect(settingsFrom({})).toEqual(settable);
  expect(settingsFrom({ INTERLINEAR_PAGE_SIZE: " " }).pageSize).toBe(50);
});

it.each([
  ["5000/hour", 5000, 3600],
  ["100/day", 100, 86_400],
  ["7 / m", 7, 60],
  ["1/S", 1, 1],
  ["0/day", 0, 86_400],
  ["off", undefined, 1],
])("a rate of %s is understood", (text, requests, windowSeconds) => {
  const { rateLimits } = settingsFrom({ INTERLINEAR_API_RATELIMIT_ANON: text });

  expect(rateLimits?.anonymous).toEqual({ requests, windowSeconds });
});

it("switches are yes or no in the usual words", () => {
  expect(settingsFrom({ INTERLINEAR_ENABLE_HOOKS: "off" }).enableHooks).toBe(false);
  expect(settingsFrom({ INTERLINEAR_REQUIRE_LOGIN: "True" }).requireLogin).toBe(true);
  expect(settingsFrom({ INTERLINEAR_ALLOW_LOCAL_REPOSITORIES: "no" }).allowLocalRepositories).toBe(false);
});

it("private addresses are names, addresses and networks", () => {
  const read = (text: string) => settingsFrom({ INTERLINEAR_PRIVATE_ADDRESSES: text }).privateAddresses;

  expect(read("localhost, mt.example.internal 10.1.0.0/16")).toEqual([
    "localhost",
    "mt.example.internal",
    "10.1.0.0/16",
  ]);
  expect(() => read("10.0.0.0/0")).toThrow("INTERLINEAR_PRIVATE_ADDRESSES");
  expect(() => read("https://mt.example.internal/")).toThrow("INTERLINEAR_PRIVATE_ADDRESSES");
});

const mailServer = { INTERLINEAR_MAIL_HOST: "smtp.example.org", INTERLINEAR_SITE_URL: "https://l10n.example.org" };

it("mail goes over the server that is named, with the usual port and the site's address", () => {
  const { mail } = settingsFrom({
    ...mailServer,
    INTERLINEAR_SITE_EMAIL: "l10n@example.org",
    INTERLINEAR_SITE_TITLE: "A, B",
  });

  const from = '"A, B" <l10n@example.org>';
  expect(mail).toEqual({ host: "smtp.example.org", port: 587, security: "starttls", user: "", password: "", from });
});

it.each([
  ["without the address that links lead to", { INTERLINEAR_MAIL_HOST: "smtp.example.org" }, "INTERLINEAR_SITE_URL"],
  ["without a sender", mailServer, "who the sender is"],
  ["without the server", { INTERLINEAR_MAIL_PASSWORD: "secret" }, "INTERLINEAR_MAIL_HOST is not"],
  ["with a sender that is none", { ...mailServer, INTERLINEAR_MAIL_FROM: "Jana" }, "INTERLINEAR_MAIL_FROM"],
  [
    "with a port that is none",
    { ...mailServer, INTERLINEAR_SITE_EMAIL: "a@b.cz", INTERLINEAR_MAIL_PORT: "smtp" },
    "PORT",
  ],
])("settings of mail %s are refused, and no password is shown", (_, environment, words) => {
  expect(() => settingsFrom(environment)).toThrow(words);
  expect(() => settingsFrom(environment)).not.toThrow("secret");
});

it("the address of the service is taken with a slash or without", () => {
  expect(settingsFrom({ INTERLINEAR_SITE_URL: "https://Translate.example.org/" }).siteUrl).toBe(
    "https://translate.example.org",
  );
});

it.each([
  ["INTERLINEAR_API_RATELIMIT_USER", "many"],
  ["INTERLINEAR_API_RATELIMIT_USER", "10/fortnight"],
  ["INTERLINEAR_API_RATELIMIT_ANON", "-1/day"],
  ["INTERLINEAR_ENABLE_HOOKS", "maybe"],
  ["INTERLINEAR_PAGE_SIZE", "0"],
  ["INTERLINEAR_PAGE_SIZE", "1001"],
  ["INTERLINEAR_SITE_URL", "translate.example.org"],
  ["INTERLINEAR_SITE_URL", "https://example.org/translate/"],
  ["INTERLINEAR_SITE_URL", "https://user:secret@example.org"],
  ["INTERLINEAR_SITE_TITLE", "two\nlines"],
  ["INTERLINEAR_SITE_EMAIL", "Jana <jana@example.org>"],
  ["INTERLINEAR_TRUSTED_PROXIES", "10.0.0.0/0"],
  ["INTERLINEAR_TRUSTED_PROXIES", "proxy.example.org"],
])("%s does not take %s", (name, text) => {
  expect(() => settingsFrom({ [name]: text })).toThrow(`${name} is "${text}"`);
});

it("takes a key that seals, and never says what was there in its place", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  expect(settingsFrom({ INTERLINEAR_SERVICE_KEY: ` ${key}\n` }).key).toBe(key);
  expect(() => settingsFrom({ INTERLINEAR_SERVICE_KEY: "hunter2" })).toThrow(
    /^INTERLINEAR_SERVICE_KEY does not hold a key$/,
  );
});
