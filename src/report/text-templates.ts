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
