import type { CheckedText, Finders, Verdict } from "./check.ts";
import { perForm } from "./check.ts";
import { difference } from "./placeholders.ts";

/** Roles whose text is shown and therefore translated. */
const SHOWN_ROLES: ReadonlySet<string> = new Set(
  `guilabel menuselection abbr dfn emphasis strong sub sup subscript superscript title title-reference t kbd samp command
  mailheader`.split(/\s+/),
);
const ROLE = /:([A-Za-z][\w.+:-]{0,80}):`((?:[^`\\]|\\[^])+)`/g;
const LITERAL = /(?<![\w`])``(?=[^\s`])[^]*?\S``(?!\w)/g;
const SUBSTITUTION = /(?<![\w|])\|(?=\S)([^|\n]*[^|\s])\|(?!\w)/g;
const FOOTNOTE = /\[(?:#?\w*|\*)\]_(?!\w)/g;
const PHRASE = /(?<![\w`:])`(?=[^\s`])((?:[^`\\]|\\[^])*?\S)`(__?)?(?!\w)/g;
const STRONG = /(?<![\w*])\*\*(?=[^\s*])[^]*?[^\s*]\*\*(?![\w*])/g;
const EMPHASIS = /(?<![\w*])\*(?=[^\s*])[^*]*[^\s*]\*(?![\w*])/g;

/** Both look at texts that are known as reStructuredText: flag `rst-text`. */
export const rstFinders: Finders = {
  "rst-references": onRst((source, target) => {
    const [wanted, found] = [referencesOf(source), referencesOf(target)];
    const missing = wanted.filter((reference) => !found.includes(reference));
    const unexpected = found.filter((reference) => !wanted.includes(reference));
    if (missing.length > 0 || unexpected.length > 0) return difference(new Set(missing), new Set(unexpected));
    return wanted.length === found.length
      ? undefined
      : `Expected ${String(wanted.length)} references, found ${String(found.length)}.`;
  }),

  "rst-syntax": onRst((source, target) => {
    const mistake = mistakeIn(target);
    return mistake === undefined || mistakeIn(source) !== undefined ? undefined : mistake;
  }),
};

function onRst(look: (source: string, target: string) => Verdict) {
  return perForm((source, target, { flags }: CheckedText) =>
    flags.has("rst-text") ? look(source, target) : undefined,
  );
}

function referencesOf(text: string): readonly string[] {
  const references: string[] = [];
  let rest = text.replace(LITERAL, () => {
    references.push("``literal``");
    return " ";
  });
  rest = rest.replace(ROLE, (whole, role: string, content: string) => {
    const target = /<([^<>]*)>$/.exec(content)?.[1] ?? content;
    references.push(SHOWN_ROLES.has(role) ? `:${role}:` : `:${role}:\`${target}\``);
    return " ".repeat(Math.min(whole.length, 1));
  });
  for (const [substitution] of rest.matchAll(SUBSTITUTION)) references.push(substitution);
  for (const [footnote] of rest.matchAll(FOOTNOTE)) references.push(footnote);
  return references;
}

function mistakeIn(text: string): string | undefined {
  const shown = text.replace(/\\[^]/g, "").replace(LITERAL, " ");
  const role = /(?<=^|\s):[A-Za-z][\w.+-]{0,60}: `/.exec(shown)?.[0];
  if (role !== undefined) return `Expected the text of ${role.slice(0, -2)} right behind it, found a blank.`;
  const rest = [ROLE, PHRASE, STRONG, EMPHASIS].reduce((left, pattern) => left.replace(pattern, " "), shown);
  const lone = /(?<=^|[\s(['"<{-])(?:``|`|\*\*|\*(?!\s))(?=\S)/.exec(rest)?.[0];
  return lone === undefined ? undefined : `Inline markup that starts with ${lone} is not closed.`;
}
