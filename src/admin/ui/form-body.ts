import { Refusal } from "../http/refusal.ts";

const MOST_BYTES = 1_000_000;

/** Fields of a form that a browser sent. @throws 413, 415 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded")
    throw refused(415, "Expected a form of a page.");
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw refused(413, `The form is larger than ${String(MOST_BYTES)} bytes.`);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

function refused(status: number, detail: string): Refusal {
  return new Refusal(status, [{ code: "bad_form", detail, field: null }]);
}

/** A form's text as operations take it: browsers end lines with CR LF. */
export function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "").replaceAll("\r\n", "\n");
}
