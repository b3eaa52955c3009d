import { expect, it } from "vitest";
import { defaultComponentSettings } from "../components/component-settings.ts";
import { changedFile } from "./changed-file.ts";

it.each([
  { what: "a key", file: '{"b": "B", "a": "A", "c": "C"}', key: "a", hasOnlyLost: true },
  { what: "the last item of a list", file: '{"days": ["Mon", "Tue"]}', key: "days[1]", hasOnlyLost: true },
  { what: "another item of a list", file: '{"days": ["Mon", "Tue"]}', key: "days[0]", hasOnlyLost: false },
])("knows whether a file without $what has its other strings as they were", (sample) => {
  const { file, key, hasOnlyLost } = sample;
  const changed = changedFile({
    settings: { ...defaultComponentSettings, file_format: "json-nested", template: "en" },
    file: { path: "en", language: "en", content: Buffer.from(file) },
    isSource: true,
    change: { kind: "removed", key },
  });
  expect(changed).toMatchObject({ hasOnlyLost });
});
