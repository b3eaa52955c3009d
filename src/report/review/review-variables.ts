import type { LanguageReview, Review } from "../../review/index.ts";
import { Address, Markdown, Named, type TemplateVariables } from "../template/template.ts";
import type { ReviewContext } from "./review-context.ts";
import {
  allStrings,
  brokenBy,
  percentOf,
  reviewHeadline,
  staleOf,
  stringCounts,
  unfitStrings,
} from "./review-figures.ts";

/** What a template can say of a review: the standard comment as Markdown, and its figures. */
export function reviewVariables(
  review: Review,
  { runUrl, service, isFork }: ReviewContext,
  standard: string,
): TemplateVariables {
  const { added, changed, renamed, removed } = stringCounts(allStrings(review));
  const stale = staleOf(review.languages);
  return {
    standard: new Markdown(standard),
    headline: reviewHeadline(review),
    added,
    changed,
    renamed,
    removed,
    stale: stale.translations,
    stale_languages: stale.languages,
    stale_words: stale.words,
    broken: brokenBy(review, "translation").length,
    unfit: unfitStrings(review).length,
    unknown_keys: review.unknownKeys.length,
    mistakes: review.mistakes.length,
    components: review.components.map(({ component, strings }) => new Named(component, { strings: strings.length })),
    languages: review.languages.map(languageItem),
    frozen: review.frozen ?? null,
    from_fork: isFork === true ? 1 : null,
    service: service === undefined ? null : new Address(service),
    run_url: runUrl === undefined ? null : new Address(runUrl),
  };
}

function languageItem({ language, after, missing, outdated, lost, brought, words }: LanguageReview): Named {
  const percent = after === undefined ? null : percentOf(after);
  return new Named(language, { missing, outdated, lost, brought, words, percent });
}
