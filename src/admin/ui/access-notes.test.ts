import { expect, it } from "vitest";
import { notedPath } from "./access-notes.ts";

it.each([
  ["/admin/users/7", "/admin/users/7"],
  ["/admin/password/c2VjcmV0", "/admin/password/{token}"],
  ["/admin/assets/style.css", undefined],
  ["/admin/runs/4/events", undefined],
  ["/admin/templates/4/preview", undefined],
])("a look at %s is written down as %s", (path, written) => {
  expect(notedPath(path)).toBe(written);
});
