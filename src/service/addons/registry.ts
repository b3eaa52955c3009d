import type { AnyAddon } from "./addon.ts";
import { autotranslate } from "./provided/autotranslate.ts";
import { cleanupGeneric } from "./provided/cleanup-generic.ts";
import { consistencyLanguages } from "./provided/consistency-languages.ts";
import { generate } from "./provided/generate.ts";
import { gitSquash } from "./provided/git-squash.ts";
import { gettextLinguas } from "./provided/gettext-linguas.ts";
import { gettextMsgmerge } from "./provided/gettext-msgmerge.ts";
import { propertiesSort } from "./provided/properties-sort.ts";
import { removalComments, removalSuggestions } from "./provided/removal.ts";
import { sameEdit, sourceEdit, targetEdit } from "./provided/state-flags.ts";
import { webhook } from "./provided/webhook.ts";

const provided: readonly AnyAddon[] = [
  autotranslate,
  cleanupGeneric,
  consistencyLanguages,
  generate,
  gettextLinguas,
  gettextMsgmerge,
  gitSquash,
  propertiesSort,
  removalComments,
  removalSuggestions,
  sameEdit,
  sourceEdit,
  targetEdit,
  webhook,
];

/** What each add-on that is provided here does, by name. */
export const addons: ReadonlyMap<string, AnyAddon> = new Map(provided.map((addon) => [addon.name, addon]));
