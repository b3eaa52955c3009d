/**
 * Headers of a page that loads nothing from elsewhere, is not framed, and is guessed at by nobody.
 * @param own what this page may do, by directive: `{ "script-src": "'self'" }`; everything else it may not
 */
export function headersOfPage(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const directives = { "default-src": "'none'", ...own, "base-uri": "'none'", "frame-ancestors": "'none'" };
  return {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": Object.entries(directives)
      .map(([name, value]) => `${name} ${value}`)
      .join("; "),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}
