/** A string of a gettext file: its texts in English, its plural, its flags. */
export interface GettextEntry {
  readonly text: string;
  readonly plural?: string;
  readonly flags?: string;
}

/** @param plurals of the language, or none for the template */
export function gettextFile(
  entries: readonly GettextEntry[],
  plurals?: { readonly language: string; readonly count: number; readonly formula: string },
): string {
  const { language, count = 2, formula } = plurals ?? {};
  const head = [
    "Content-Type: text/plain; charset=UTF-8\\n",
    ...(language === undefined ? [] : [`Language: ${language}\\n`]),
    ...(formula === undefined ? [] : [`Plural-Forms: nplurals=${String(count)}; plural=${formula};\\n`]),
  ].map((line) => `"${line}"`);
  const blocks = entries.map(({ text, plural, flags }) => [
    ...(flags === undefined ? [] : [`#, ${flags}`]),
    `msgid ${JSON.stringify(text)}`,
    ...(plural === undefined
      ? ['msgstr ""']
      : [
          `msgid_plural ${JSON.stringify(plural)}`,
          ...Array.from({ length: count }, (_, form) => `msgstr[${String(form)}] ""`),
        ]),
  ]);
  return [['msgid ""', 'msgstr ""', ...head], ...blocks].map((lines) => `${lines.join("\n")}\n`).join("\n");
}
