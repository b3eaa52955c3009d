import type { Finders } from "./check.ts";

export const pluralFinders: Finders = {
  *plurals({ target }) {
    if (target.length < 2 || target.every((text) => text === "")) return;
    for (const [form, text] of target.entries()) {
      if (text === "")
        yield { form, message: `Plural form ${String(form + 1)} of ${String(target.length)} is untranslated.` };
    }
  },

  *"same-plurals"({ source, target }) {
    const [first = ""] = target;
    if (target.length < 2 || source.length < 2 || first === "" || target.some((text) => text !== first)) return;
    if (source.every((text) => text === source[0])) return;
    yield { form: 0, message: `All ${String(target.length)} plural forms are alike, expected different ones.` };
  },
};
