import { expect, it } from "vitest";
import { updateLinguas } from "./gettext-linguas.ts";

it.each([
  ["# Languages\ncs\nfr\n", ["de", "cs"], "# Languages\ncs\nde\n"],
  ["cs de # all of them\n", ["fr", "cs"], "cs fr\n"],
  ["", ["de", "cs"], "cs\nde\n"],
  ["cs # Czech\n\n# more\nde\n", ["cs", "de"], "cs # Czech\n\n# more\nde\n"],
])("brings %j to %j", (old, codes, updated) => {
  expect(updateLinguas(old, codes)).toBe(updated);
});
