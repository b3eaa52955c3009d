/** What a change (a pull request) does to translations. */
export { reviewChange } from "./review-change.ts";
export type {
  BrokenTranslation,
  ComponentReview,
  LanguageReview,
  MappingMistake,
  Progress,
  Review,
  ReviewOptions,
  SourceChange,
  StrayKey,
  UnknownKey,
  UnreadableFile,
} from "./review.ts";
