import { expect, test } from "vitest";
import { ServiceAddress } from "./service-address.ts";

test.each([
  "https://translate.example.org",
  "https://translate.example.org/",
  "https://translate.example.org/api/",
  "http://127.0.0.1:8080",
  "http://127.8.9.1:8080",
  "http://[::1]:8080",
  "http://localhost:8080",
])("%s is an address for a token", (address) => {
  expect(new ServiceAddress(address).url).toBe(address.replace(/\/(api\/)?$/, ""));
});

test.each([
  ["plain http to another machine", "http://translate.example.org"],
  ["plain http to a private network", "http://192.168.1.2:8080"],
  ["plain http to every address", "http://0.0.0.0:8080"],
  ["a name that only begins like loopback", "http://127.0.0.1.example.org"],
  ["a name that only ends like loopback", "http://evil-localhost"],
  ["a mapped address", "http://[::ffff:127.0.0.1]"],
  ["a password", "https://me:hunter2@translate.example.org"],
  ["a query", "https://translate.example.org/?token=hunter2"],
  ["a fragment", "https://translate.example.org/#hunter2"],
  ["another scheme", "ftp://translate.example.org"],
  ["no scheme", "translate.example.org"],
  ["nothing", ""],
])("%s is refused without being repeated", (_, address) => {
  const refused = (): unknown => new ServiceAddress(address);

  expect(refused).toThrow(expect.objectContaining({ code: "IL-S01", exitCode: 2 }));
  expect(refused).not.toThrow(/hunter2/);
});

test("a short form of loopback is loopback, as for every client", () => {
  expect(new ServiceAddress("http://127.1:8080").isLoopback).toBe(true);
});

test("links of the service keep their encoding to the last byte", () => {
  const address = new ServiceAddress("https://example.org/base");

  expect(address.pathOf("https://example.org/base/api/components/demo/mobile%252Fios/?q=a%20b+c")).toBe(
    "/base/api/components/demo/mobile%252Fios/?q=a%20b+c",
  );
  expect(address.pathOf("https://EXAMPLE.org:443/base/api/x%2fy/")).toBe("/base/api/x%2fy/");
});

test.each([
  ["another host", "https://evil.example.org/base/api/"],
  ["another port", "https://example.org:8443/base/api/"],
  ["another scheme", "http://example.org/base/api/"],
  ["a host with a user that looks like ours", "https://example.org@evil.example.org/base/api/"],
  ["a user", "https://user@example.org/base/api/"],
  ["another base path", "https://example.org/api/projects/"],
  ["a path that climbs out", "https://example.org/base/api/../../other/"],
  ["a path that climbs out encoded", "https://example.org/base/api/%2e%2e/%2e%2e/other/"],
  ["a base path that only begins alike", "https://example.org/base/apish/"],
  ["a backslash", "https:\\\\evil.example.org\\base\\api\\"],
  ["a relative link", "/base/api/projects/"],
  ["a scheme-relative link", "//evil.example.org/base/api/"],
  ["no address", "javascript:alert(1)"],
])("a link to %s leaves the service", (_, link) => {
  const address = new ServiceAddress("https://example.org/base");

  expect(() => address.pathOf(link)).toThrow(expect.objectContaining({ code: "IL-S02" }));
});

test.each([
  ["demo/app", { project: "demo", categories: [], component: "app" }],
  ["demo/mobile%252Fios", { project: "demo", categories: ["mobile"], component: "ios" }],
  ["demo/a%252fb%252fc", { project: "demo", categories: ["a", "b"], component: "c" }],
  ["demo/50%25", undefined],
  ["demo/app/translations", undefined],
  ["demo", undefined],
])("the address …/api/components/%s/ stands for %j", (path, expected) => {
  const address = new ServiceAddress("https://example.org");

  expect(address.componentPathOf(`https://example.org/api/components/${path}/`)).toEqual(expected);
});

test("an address of another collection stands for no component", () => {
  const address = new ServiceAddress("https://example.org");

  expect(address.componentPathOf("https://example.org/api/categories/1/")).toBeUndefined();
});
