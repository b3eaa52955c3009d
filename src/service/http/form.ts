import { decoded, unstorableIn, wholeBody, type BodyFault } from "../../http-api/request-body.ts";
import { invalid } from "../../http-api/refusal.ts";
import { parseError } from "./refusal.ts";

/** Room for the longest texts that people translate, several times. */
const FORM_BYTES = 2_000_000;

/** The fields of a form that a page sent. @throws 400 */
export async function formOf(request: Request): Promise<URLSearchParams> {
  const refuse = (fault: BodyFault) =>
    fault === "too long"
      ? invalid(null, `The form is larger than ${String(FORM_BYTES)} bytes.`, "max_length")
      : parseError("The form did not arrive whole.");
  const fields = new URLSearchParams(decoded(await wholeBody(request, FORM_BYTES, refuse), refuse));
  if (unstorableIn([...fields]) !== undefined) throw parseError("The form holds a character that no text may hold.");
  return fields;
}
