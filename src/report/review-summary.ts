import type { Review } from "../review/index.ts";
import type { ReviewContext } from "./review-context.ts";

/** The job summary of a review, as Markdown. */
export function reviewSummary(_review: Review, _context: ReviewContext = {}): string {
  return "";
}
