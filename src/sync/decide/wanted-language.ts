import type { Binding } from "../../mapping/binding.ts";

/** Whether a component takes part of a language (`languages.only`, `languages.except`). */
export function isWanted({ languages }: Pick<Binding, "languages">, language: string): boolean {
  return (languages.only === undefined || languages.only.includes(language)) && !languages.except.includes(language);
}
