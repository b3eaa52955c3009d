/**
 * Liquid templates of whoever runs the jobs of many repositories, in place of the standard texts where a mapping has none of
 * its own. One that cannot be filled in is told of, and the standard text stands in its place.
 */
export interface TextTemplates {
  readonly pullRequestTitle?: string | undefined;
  readonly pullRequestBody?: string | undefined;
  readonly commitMessage?: string | undefined;
  readonly reviewComment?: string | undefined;
}

/** A template, and what it is called where it does not work. */
export interface NamedTemplate {
  readonly name: string;
  readonly template: string;
}

/** The mapping's own template before the one that was handed in. */
export function chosenTemplate(
  own: NamedTemplate | { readonly name: string; readonly template: undefined },
  handedIn: string | undefined,
): NamedTemplate | undefined {
  if (own.template !== undefined) return own;
  return handedIn === undefined ? undefined : { name: `${own.name} of the settings`, template: handedIn };
}

/** For the log: a template that held at its trial and did not now. */
export function brokenTemplate(name: string, message: string): string {
  return `The template "${name}" could not be filled in: ${message}. The standard text stands in its place.`;
}

/** A run obeys its own comments, the ticked box among them: a template's text that looks like one is shown instead. */
export function withoutOurMarks(text: string): string {
  return text.replace(/<!--(?=\s*interlinear\b)/gi, "&lt;!--");
}
