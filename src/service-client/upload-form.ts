import type { Body } from "./transport.ts";
import type { Upload } from "./translation-service.ts";

export async function uploadForm(upload: Upload): Promise<Body> {
  const form = new FormData();
  form.append("method", upload.method);
  if (upload.conflicts !== undefined && upload.conflicts !== "ignore") form.append("conflicts", upload.conflicts);
  if (upload.fuzzy !== undefined) form.append("fuzzy", upload.fuzzy);
  form.append("file", new Blob([Uint8Array.from(upload.content)]), upload.fileName);
  // Encoded once, so that a repeated request is the same bytes.
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get("content-type") ?? "multipart/form-data",
    bytes: new Uint8Array(await encoded.arrayBuffer()),
  };
}
