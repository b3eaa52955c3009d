import { LONGEST_PROSE, LONGEST_TEXT } from "../../contract/fields.ts";
import { invalid } from "../../http-api/refusal.ts";

/** Whichever way a text comes, it is one that pages, checks and the memory can take. @throws 400 at the form that is too long */
export function assertLength(field: string, forms: readonly string[]): void {
  const form = forms.findIndex((text) => text.length > LONGEST_TEXT);
  if (form === -1) return;
  const detail = `Ensure this field has no more than ${String(LONGEST_TEXT)} characters.`;
  throw invalid(`${field}.${String(form)}`, detail, "max_length");
}

/** For what comes from a form of a page. @throws 400 */
export function assertProse(field: string, text: string): void {
  if (text.length <= LONGEST_PROSE) return;
  throw invalid(field, `Ensure this field has no more than ${String(LONGEST_PROSE)} characters.`, "max_length");
}
