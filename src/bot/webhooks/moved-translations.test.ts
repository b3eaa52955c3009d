import { describe, expect, it } from "vitest";
import { actionNames } from "../../service/changes/actions.ts";
import { movedTranslations } from "./moved-translations.ts";

/** As Weblate 5.14.3 sends it. */
const change = {
  change_id: 220,
  action: "Translation changed",
  timestamp: "2026-11-22T07:17:06.312678+00:00",
  target: ["Guten Tag"],
  old: ["Hallo"],
  source: ["Hello there"],
  url: "/translate/demo/web/de/?checksum=12587a10694b6156",
  author: "jana",
  user: "weblate:commit",
  project: "demo",
  component: "web",
  translation: "de",
};

describe("a message of the service", () => {
  it("tells whose translation moved, and who moved it", () => {
    expect(movedTranslations(change)).toEqual({
      action: "Translation changed",
      isDone: false,
      component: "demo/web",
      language: "de",
      people: ["weblate:commit", "jana"],
    });
  });

  it.each([
    [["mobile"], "demo/mobile/web"],
    [["android", "mobile"], "demo/mobile/android/web"],
    ["mobile", "demo/mobile/web"],
    [[], "demo/web"],
  ])("names the categories %j, the innermost first, of the component %s", (category, component) => {
    expect(movedTranslations({ ...change, category })?.component).toBe(component);
  });

  it("may be of all languages, and of nobody", () => {
    const removed = { action: "Translation removed", translation: undefined, author: undefined, user: undefined };

    expect(movedTranslations({ ...change, ...removed })).toMatchObject({ language: "", people: [] });
  });

  it.each(["component", "project", "action"] as const)("without %s is of no translation", (left) => {
    expect(movedTranslations({ ...change, [left]: undefined })).toBeUndefined();
  });

  it("is of a translation that moved in these cases, of all that are known", () => {
    const moving = Object.values(actionNames).filter(
      (action) => movedTranslations({ ...change, action }) !== undefined,
    );

    expect(moving).toEqual([
      "Translation completed",
      "Translation changed",
      "Translation added",
      "Automatically translated",
      "Suggestion accepted",
      "Translation reverted",
      "Translation uploaded",
      "Translation removed",
      "Translation replaced",
      "Source string changed",
      "String added",
      "Bulk status changed",
      "Translation approved",
      "Marked for edit",
      "Language added",
      "Translation replaced file by upload",
      "String removed",
      "String updated in the upload",
      "String added in the upload",
      "Component translation completed",
      "Applied enforced check",
      "Propagated change",
      "File uploaded",
    ]);
  });

  it("tells that somebody is done in these cases", () => {
    const last = Object.values(actionNames).filter(
      (action) => movedTranslations({ ...change, action })?.isDone === true,
    );

    expect(last).toEqual([
      "Translation completed",
      "Automatically translated",
      "Translation uploaded",
      "Translation replaced",
      "Bulk status changed",
      "Translation replaced file by upload",
      "Component translation completed",
      "File uploaded",
    ]);
  });

  it.each(["Zm\u011bna p\u0159ekladu", "Distribuov\u00e1na zm\u011bna", "An action of a later version"])(
    "is of a translation that moved where it is called “%s”, which nobody knows",
    (action) => {
      expect(movedTranslations({ ...change, action })?.component).toBe("demo/web");
    },
  );
});
