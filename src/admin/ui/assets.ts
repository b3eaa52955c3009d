import { createHash } from "node:crypto";
import { Hono } from "hono";
import { browserFile } from "../../http-api/browser-file.ts";

const style = browserFile("base.css") + browserFile("admin.css");
const script = browserFile("admin.js");

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Below the mount. The digest makes each version an address of its own, so that it may be kept for good. */
export const stylePath = `/assets/style.css?v=${digest(style)}`;
export const scriptPath = `/assets/script.js?v=${digest(script)}`;

/** The stylesheet and the script, which are the same for everybody. */
export function assetsApp(): Hono {
  const app = new Hono();
  const serve = (path: string, text: string, type: string): void => {
    app.get(path, () => new Response(text, { headers: headersOf(type) }));
  };
  serve("/assets/style.css", style, "text/css; charset=utf-8");
  serve("/assets/script.js", script, "text/javascript; charset=utf-8");
  return app;
}

function headersOf(type: string): Record<string, string> {
  return {
    "Content-Type": type,
    "Cache-Control": "public, max-age=31536000, immutable",
    "X-Content-Type-Options": "nosniff",
  };
}
