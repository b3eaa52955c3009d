import { expect, it } from "vitest";
import { usualFormats, type Format } from "../../contract/endpoint.ts";
import { chosenFormat, formatOfRefusal } from "./negotiation.ts";
import { Refusal } from "../../http-api/refusal.ts";

const withMetrics: readonly Format[] = [...usualFormats, "openmetrics", "json-flat"];

const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";

it.each([
  [null, "json"],
  ["", "json"],
  ["*/*", "json"],
  ["application/json", "json"],
  ["Application/JSON; charset=utf-8", "json"],
  ["application/*", "json"],
  ["text/*", "api"],
  [browser, "api"],
  ["text/csv", "csv"],
  ["application/json, text/plain, */*", "json"],
  ["text/csv;q=0.2, application/json;q=0.1", "csv"],
  ["text/html;q=0, */*", "json"],
  ["*/*;q=0.1, application/json;q=0", "api"],
  ["text/csv;q=banana, text/html;q=0.5", "api"],
  ["banana, text/csv", "csv"],
])("Accept: %s gets %s", (accept, format) => {
  expect(chosenFormat(usualFormats, null, accept)).toBe(format);
});

it("format in the query overrides Accept", () => {
  expect(chosenFormat(usualFormats, "csv", "application/json")).toBe("csv");
  expect(chosenFormat(withMetrics, "json-flat", "text/html")).toBe("json-flat");
  expect(chosenFormat(withMetrics, "openmetrics", null)).toBe("openmetrics");
  expect(chosenFormat(withMetrics, null, "application/openmetrics-text;version=1.0.0")).toBe("openmetrics");
});

it("a format that is not offered does not exist; an Accept that nothing satisfies is 406", () => {
  const refused = (format: string | null, accept: string | null): number => {
    try {
      chosenFormat(usualFormats, format, accept);
      return 200;
    } catch (error) {
      return error instanceof Refusal ? error.status : 0;
    }
  };

  expect(refused("openmetrics", null)).toBe(404);
  expect(refused("banana", null)).toBe(404);
  expect(refused("", null)).toBe(404);
  expect(refused(null, "application/xml")).toBe(406);
  expect(refused(null, "application/json;q=0")).toBe(406);
});

it("a refusal is told in the representation that was asked for, else in JSON", () => {
  expect(formatOfRefusal(usualFormats, "csv", null)).toBe("csv");
  expect(formatOfRefusal(usualFormats, null, browser)).toBe("api");
  expect(formatOfRefusal(usualFormats, "banana", browser)).toBe("json");
  expect(formatOfRefusal(usualFormats, null, "application/xml")).toBe("json");
  expect(formatOfRefusal(withMetrics, "openmetrics", null)).toBe("json");
});
