import { describe, expect, it } from "vitest";
import { defaultSettings, type Settings } from "../records/settings/settings.ts";
import { missingSettings } from "./first-settings.ts";

const service = { url: "https://translate.example.org", token: "t", webhookSecret: "", repositories: ["acme/*"] };
const another = { ...service, url: "https://other.example.org" };

describe("of the settings that a start brings along", () => {
  it.each<[string, Partial<Settings>, Partial<Settings>, Partial<Settings>]>([
    [
      "all are used where there are none",
      { publicUrl: "https://a", services: { service } },
      {},
      { publicUrl: "https://a", services: { service } },
    ],
    ["what somebody made stays", { publicUrl: "https://a" }, { publicUrl: "https://b" }, {}],
    ["a service that is known stays as it is", { services: { service } }, { services: { service: another } }, {}],
    [
      "a service that is not known comes in",
      { services: { service } },
      { services: { another } },
      { services: { service } },
    ],
    ["nothing is nothing", {}, {}, {}],
  ])("%s", (_, first, current, expected) => {
    expect(missingSettings(first, { ...defaultSettings, ...current })).toEqual(expected);
  });
});
