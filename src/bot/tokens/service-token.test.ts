import { describe, expect, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import type { ServiceSettings } from "../../records/settings/settings.ts";
import { serviceTokenFor } from "./service-token.ts";

function aService(url: string, token: string, ...repositories: readonly string[]): ServiceSettings {
  return { url, token, webhookSecret: "", repositories };
}

const services = {
  all: aService("https://translate.example.org", "svp_all", "*"),
  acme: aService("https://translate.example.org/", "svp_acme", "acme/*", "other/tools"),
  website: aService("https://translate.example.org/api/", "svp_website", "acme/website"),
  below: aService("https://example.org/translate", "svp_below", "acme/*"),
  port: aService("https://translate.example.org:8443", "svp_port", "*"),
  empty: aService("https://empty.example.org", " ", "*"),
  local: aService("http://127.0.0.1:8080", "svp_local", "acme/*"),
  broken: aService("not an address", "svp_broken", "*"),
};

describe("the token of a service", () => {
  test.each([
    ["for everybody", "https://translate.example.org", "eve/shop", "svp_all"],
    ["of the owner", "https://translate.example.org", "acme/shop", "svp_acme"],
    ["of this very repository", "https://translate.example.org", "acme/website", "svp_website"],
    ["of a second pattern", "https://translate.example.org", "other/tools", "svp_acme"],
    ["whatever the case of the repository", "https://translate.example.org", "ACME/Website", "svp_website"],
    ["whatever the case of the host", "https://Translate.Example.org", "acme/shop", "svp_acme"],
    ["with a slash at its end", "https://translate.example.org/", "acme/shop", "svp_acme"],
    ["by the address of its API", "https://translate.example.org/api", "acme/shop", "svp_acme"],
    ["below a path", "https://example.org/translate", "acme/shop", "svp_below"],
    ["at another port", "https://translate.example.org:8443", "acme/website", "svp_port"],
    ["on this machine", "http://127.0.0.1:8080", "acme/shop", "svp_local"],
  ])("is given %s", (_, service, repository, token) => {
    expect(serviceTokenFor({ services }, service, repository)).toBe(token);
  });

  test.each([
    ["to another host", "https://translate.example.org.evil.example", "acme/website"],
    ["to another host that begins alike", "https://translate.example.organic", "acme/website"],
    ["to another port", "https://translate.example.org:444", "acme/website"],
    ["to another path", "https://example.org/translate/evil", "acme/shop"],
    ["above its path", "https://example.org", "acme/shop"],
    ["through plain http", "http://translate.example.org", "acme/website"],
    ["beside a user", "https://user@translate.example.org", "acme/website"],
    ["for a repository of somebody else", "https://example.org/translate", "eve/acme"],
    ["for an owner whose name begins alike", "https://example.org/translate", "acme-evil/shop"],
    ["where it is empty", "https://empty.example.org", "acme/website"],
    ["to what is no address", "not an address", "acme/website"],
  ])("never goes %s", (_, service, repository) => {
    const answer = serviceTokenFor({ services }, service, repository);
    expect(answer).toBeInstanceOf(UserError);
    expect(answer).toMatchObject({ code: "IL-B21", hint: expect.any(String) });
    expect(JSON.stringify(answer)).not.toContain("svp_");
  });
});
