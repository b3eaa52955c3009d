import * as z from "zod";
import { equalTexts } from "../../../catalog/texts.ts";
import { unitStates } from "../../../catalog/unit.ts";
import { addon, type AnyAddon } from "../addon.ts";
import type { NewUnit } from "../../service.ts";

const configuration = z.strictObject({});

function marking(name: string, title: string, applies: (unit: NewUnit) => boolean): AnyAddon {
  return addon({
    name,
    title,
    scope: "either",
    configuration,
    stateOfNew: (unit) =>
      unit.state === unitStates.translated && applies(unit) ? unitStates.needsEditing : unit.state,
  });
}

/** Add-ons that mark strings as "needs editing" when a file brings them for the first time. */
export const sourceEdit = marking(
  "weblate.flags.source_edit",
  "Flag new source strings as “Needs editing”",
  ({ isSource }) => isSource,
);
export const targetEdit = marking(
  "weblate.flags.target_edit",
  "Flag new translations as “Needs editing”",
  ({ isSource }) => !isSource,
);
export const sameEdit = marking(
  "weblate.flags.same_edit",
  "Flag unchanged translations as “Needs editing”",
  ({ isSource, source, target }) => !isSource && equalTexts(source, target),
);
