import { expect, test } from "vitest";
import { endpointOf } from "./endpoint-of.ts";

test.each([
  ["GET", "/api/components/acme/website/", "/api/components/{project}/{component}/"],
  ["GET", "/api/components/acme/mobile%252Fios/?format=json", "/api/components/{project}/{component}/"],
  ["POST", "/api/components/acme/website/lock/", "/api/components/{project}/{component}/lock/"],
  ["GET", "/api/translations/acme/website/de/file/", "/api/translations/{project}/{component}/{language}/file/"],
  ["POST", "/api/translations/acme/website/de/file", "/api/translations/{project}/{component}/{language}/file/"],
  ["GET", "/api/", "/api/"],
  ["GET", "/api/secrets/of/somebody/", "other"],
  ["GET", "/elsewhere?token=secret", "other"],
])("%s %s is a request for %s", (method, path, endpoint) => {
  expect(endpointOf(method, path)).toBe(endpoint);
});
