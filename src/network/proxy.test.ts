import { expect, test } from "vitest";
import { proxyFor, type Environment } from "./proxy.ts";

const PROXY = { url: "http://proxy.example:3128" };
const both = { HTTP_PROXY: "http://plain.example:80", HTTPS_PROXY: "http://proxy.example:3128" };
const without = (list: string): Environment => ({ HTTPS_PROXY: "http://proxy.example:3128", NO_PROXY: list });
const https = "https://api.github.com";

test.each<[string, string, Environment, { readonly url: string } | undefined]>([
  ["nothing is set", https, {}, undefined],
  ["an empty variable is none", https, { HTTPS_PROXY: "" }, undefined],
  ["https goes through HTTPS_PROXY", https, both, PROXY],
  ["http goes through HTTP_PROXY", "http://forge.example", both, { url: "http://plain.example" }],
  ["HTTP_PROXY is not for https, as git and curl have it", https, { HTTP_PROXY: "http://plain.example" }, undefined],
  ["the lower-case name is the first", https, { https_proxy: "proxy.example:3128", HTTPS_PROXY: "x.example" }, PROXY],
  ["a proxy without a scheme is asked by http", https, { HTTPS_PROXY: "proxy.example:3128" }, PROXY],
  ["a proxy may be asked by https", https, { HTTPS_PROXY: "https://p.example" }, { url: "https://p.example" }],
  ["localhost is never proxied", "https://localhost:8443", both, undefined],
  ["127.0.0.0/8 is never proxied", "https://127.9.0.1", both, undefined],
  ["a name that begins like loopback is proxied", "https://127.0.0.1.example", both, PROXY],
  ["::1 is never proxied", "https://[::1]:8443", both, undefined],
  ["* excludes everything", https, without("*"), undefined],
  ["a host is excluded", https, without("other.example, api.github.com"), undefined],
  ["so are all names below it", https, without("github.com"), undefined],
  ["with a dot in front too", https, without(".github.com"), undefined],
  ["with a star in front too", https, without("*.github.com"), undefined],
  ["upper case is the same name", https, without("GitHub.COM"), undefined],
  ["the end of a word is not a name below", "https://mygithub.com", without("github.com"), PROXY],
  ["a port excludes that port", "https://api.github.com:8443", without("github.com:8443"), undefined],
  ["and no other", https, without("github.com:8443"), PROXY],
  ["the scheme's own port counts", https, without("github.com:443"), undefined],
  ["an address of IPv6 is excluded with brackets", "https://[fe80::7]", without("[fe80::7]"), undefined],
  ["and without", "https://[fe80::7]", without("fe80::7"), undefined],
  ["a stray comma excludes nothing", https, without(", ,"), PROXY],
])("%s", (_rule, url, environment, expected) => {
  expect(proxyFor(new URL(url), environment)).toEqual(expected);
});

test("user and password are kept apart from the address", () => {
  const proxy = proxyFor(new URL(https), { HTTPS_PROXY: "http://dana:p%40ss@proxy.example:3128" });

  expect(proxy).toEqual({ ...PROXY, authorization: `Basic ${Buffer.from("dana:p@ss").toString("base64")}` });
});

test("a user without a password is sent as well", () => {
  const proxy = proxyFor(new URL(https), { HTTPS_PROXY: "http://key@proxy.example:3128" });

  expect(proxy?.authorization).toBe(`Basic ${Buffer.from("key:").toString("base64")}`);
});

test.each(["socks5://me:hunter2@proxy.example", "http://me:hunter2@", "http://me:hunter2%zz@proxy.example"])(
  "a proxy that cannot be asked is refused without its value: %s",
  (value) => {
    const looked = (): unknown => proxyFor(new URL(https), { HTTPS_PROXY: value });

    expect(looked).toThrow(expect.objectContaining({ code: "IL-N01", exitCode: 2 }));
    expect(looked).not.toThrow(/hunter2/);
  },
);
