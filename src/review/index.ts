/** What a change (a pull request) does to translations. */
export { blobsOf } from "./blobs.ts";
export { MOST_MAPPING_BYTES } from "./own-mapping.ts";
export { MOST_MORE_PATHS, reviewChange } from "./review-change.ts";
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
