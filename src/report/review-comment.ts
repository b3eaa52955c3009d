import type { Review } from "../review/index.ts";
import type { ReviewContext } from "./review-context.ts";

export type { ReviewContext } from "./review-context.ts";

/** The comment on a pull request, as Markdown without a marker; undefined where there is nothing to say. */
export function reviewComment(review: Review, _context: ReviewContext = {}): string | undefined {
  return review.components.length === 0 ? undefined : "";
}
