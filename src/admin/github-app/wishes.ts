import { invalid } from "../../http-api/refusal.ts";

/** What the page was asked for, checked. */
export interface PageWishes {
  readonly organization: string;
  readonly name: string;
  /** Name of the forge in the settings. */
  readonly forge: string;
  readonly serverUrl: string;
  readonly workflows: boolean;
  readonly teams: boolean;
}

export const GITHUB = "https://github.com";

/** @param known names of the forges there are @throws 400 */
export function wishesIn(query: URLSearchParams, known: readonly string[]): PageWishes {
  const text = (name: string): string => (query.get(name) ?? "").trim();
  const organization = text("organization");
  if (!/^[A-Za-z0-9-]{0,39}$/.test(organization)) {
    throw invalid("organization", "Expected the name of an organisation as it stands in its address: acme.");
  }
  const forge = text("forge") || freeName(known);
  if (!/^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/.test(forge)) {
    throw invalid("forge", "Expected a name of lower case letters, digits, `.`, `_` and `-`.");
  }
  return {
    organization,
    forge,
    name:
      text("name").slice(0, 34) ||
      (organization === "" ? "Interlinear" : `Interlinear of ${organization}`.slice(0, 34)),
    serverUrl: serverIn(text("server") || GITHUB),
    workflows: text("workflows") === "true",
    teams: text("teams") === "true",
  };
}

function freeName(known: readonly string[]): string {
  const names = Array.from({ length: known.length + 1 }, (_, index) =>
    index === 0 ? "github" : `github-${String(index + 1)}`,
  );
  return names.find((name) => !known.includes(name)) ?? "github";
}

/** Nothing secret is sent there but the key's request: still, no plain http through a network. */
function serverIn(text: string): string {
  const url = URL.parse(text);
  const isLoopback = url !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  const isAllowed = url !== null && (url.protocol === "https:" || (url.protocol === "http:" && isLoopback));
  if (isAllowed && url.href === `${url.origin}/`) return url.origin;
  throw invalid("server", "Expected the address of a GitHub Enterprise server: https://git.example.org.");
}
