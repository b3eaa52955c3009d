const REPLACEMENT = "***";

/**
 * Knows the secrets of this run and takes them out of any text that leaves the process.
 * Registered before anything else happens; forms that a URL, a header or JSON would carry are known too.
 */
export class Redactor {
  readonly #secrets = new Set<string>();

  add(secret: string | undefined): void {
    if (secret === undefined || secret.length < 4) return;
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString("base64"),
      JSON.stringify(secret).slice(1, -1),
    ]) {
      this.#secrets.add(form);
    }
  }

  redact(text: string): string {
    let clean = text;
    // The longest first: a secret may begin like another.
    const secrets = [...this.#secrets].toSorted((a, b) => b.length - a.length);
    for (const secret of secrets) clean = clean.replaceAll(secret, REPLACEMENT);
    return clean;
  }
}
