import { cutLine, cutText } from "../cut-text.ts";

/** GitHub refuses more; counted in bytes here, which is never less than in characters. */
const BODY_BYTES = 65_536;
const TITLE_CHARACTERS = 256;

/** One line, short enough for a pull request's title. */
export function cutTitle(title: string): string {
  return cutLine(title, TITLE_CHARACTERS);
}

/** Short enough for a pull request's body, cut at the end of a line where one is near. */
export function cutBody(body: string): string {
  return cutText(body, BODY_BYTES);
}
