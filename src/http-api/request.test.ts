import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { httpRequestOf, isForeign, publicOrigin } from "./request.ts";

function from(remote: string, url: string, headers: Readonly<Record<string, string>> = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: remote });
  return httpRequestOf(new Request(url, { headers }), { incoming: new IncomingMessage(socket) });
}

it.each([
  ["127.0.0.1", "http://127.0.0.1:8000/", {}, true],
  ["::1", "http://[::1]:8000/", {}, true],
  ["::ffff:127.0.0.1", "http://localhost/", {}, true],
  ["192.0.2.1", "http://127.0.0.1:8000/", {}, false],
  ["127.0.0.1", "http://bot.example.org/", {}, false],
  ["127.0.0.1", "https://localhost/", {}, false],
  ["127.0.0.1", "http://127.0.0.1/", { "x-forwarded-for": "192.0.2.1" }, false],
  ["127.0.0.1", "http://127.0.0.1/", { "x-forwarded-proto": "https" }, false],
])("from %s to %s with %j: of this machine alone is %s", (remote, url, headers, isLoopback) => {
  expect(from(remote, url, headers).isLoopback).toBe(isLoopback);
});

it.each([
  ["192.0.2.1", {}, "192.0.2.1"],
  ["2001:db8::7", {}, "2001:db8:0:0::/64"],
  ["192.0.2.1", { "x-forwarded-for": "198.51.100.1" }, "192.0.2.1"],
  ["127.0.0.1", { "x-forwarded-for": "203.0.113.9, 198.51.100.1" }, "198.51.100.1"],
  ["127.0.0.1", { "x-forwarded-for": "somebody" }, "127.0.0.1"],
])("from %s with %j counts for %s", (remote, headers, address) => {
  expect(from(remote, "http://bot.example.org/", headers).address).toBe(address);
});

it.each([
  [{}, false],
  [{ "sec-fetch-site": "same-origin", origin: "https://bot.example.org" }, false],
  [{ "sec-fetch-site": "none" }, false],
  [{ "sec-fetch-site": "same-site" }, true],
  [{ "sec-fetch-site": "cross-site" }, true],
  [{ origin: "http://inside.example.org:8000" }, false],
  [{ origin: "https://evil.example.org" }, true],
  [{ origin: "https://bot.example.org:444" }, true],
  [{ origin: "null" }, true],
  [{ origin: "null", "sec-fetch-site": "same-origin" }, false],
  [{ origin: "null", "sec-fetch-site": "none" }, true],
  [{ origin: "null", "sec-fetch-site": "same-site" }, true],
  [{ origin: "null", "sec-fetch-site": "cross-site" }, true],
  [{ origin: "https://evil.example.org", "sec-fetch-site": "same-origin" }, true],
])("with %j a foreign page sent it: %s", (headers, expected) => {
  const request = from("192.0.2.1", "http://inside.example.org:8000/", headers);

  expect(isForeign(request, "https://bot.example.org")).toBe(expected);
});

it.each([
  ["https://bot.example.org/", "127.0.0.1", "http://evil.example.org/", "https://bot.example.org"],
  ["", "127.0.0.1", "http://127.0.0.1:8000/x", "http://127.0.0.1:8000"],
  ["", "127.0.0.1", "http://evil.example.org/", undefined],
  ["", "192.0.2.1", "http://127.0.0.1:8000/", undefined],
])(
  "with the public address %j a request from %s to %s is answered with links to %s",
  (publicUrl, remote, url, origin) => {
    expect(publicOrigin(from(remote, url), publicUrl)).toBe(origin);
  },
);
