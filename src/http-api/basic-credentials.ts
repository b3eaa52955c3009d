export interface Credentials {
  /** Login or mail address. */
  readonly user: string;
  readonly password: string;
}

/** What `Authorization: Basic …` holds (RFC 7617, in UTF-8); undefined: it is missing, or something else. */
export function basicCredentials(header: string | null): Credentials | undefined {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = decoded(Buffer.from(encoded, "base64"));
  const colon = text?.indexOf(":") ?? -1;
  if (text === undefined || colon < 1) return undefined;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** A page that asks by script says so, and shows its own form again: the browser is not to ask. */
export function challengeFor(headers: Headers): "basic" | "session" {
  return headers.has("x-requested-with") ? "session" : "basic";
}

function decoded(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
