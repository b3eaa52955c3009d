/** What about the service's address is refused. */
export interface ServiceFault {
  readonly message: string;
  /** The part of the address that is wrong. */
  readonly piece?: string;
  readonly hint: string;
}

const EXAMPLE = "https://translate.example.org";
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Servers that everybody knows for something else. */
const forges: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "gitea.com"]);

/**
 * What is wrong with an address that the schema refuses, worst first. One with credentials is never shown: it is a secret in the
 * wrong place.
 */
export function serviceFault(address: string): ServiceFault {
  const hint = `Write it as \`${EXAMPLE}\`. The token is sent there and nowhere else.`;
  const fault = (what: string, piece = address, remedy = hint): ServiceFault => ({
    message: `the service's address ${what}`,
    piece,
    hint: remedy,
  });
  const write = (meant: string): string => `Write \`${meant}\`.`;
  if (/^(?:git@[\w.-]+:|ssh:|git:)/.test(address)) {
    return {
      message: "this is the address of a git repository, not a service's",
      hint: `Write the address of the translation service, as a browser shows it: \`${EXAMPLE}\`.`,
    };
  }
  if (address.includes("@")) return fault("has credentials in it; they belong in the token");
  if (address.includes("$")) {
    return {
      message: `"${address}" is no address`,
      hint: "Variables are not filled in here: write the address itself.",
    };
  }
  const bare = address.trim().replaceAll(/^[<("'“‘\u0060[]+|[>)"'”’\u0060\],;]+$/gu, "");
  if (bare !== address) {
    const what = bare === address.trim() ? "has a blank before or after it" : "has signs around it";
    return fault(what, address, write(bare === "" ? EXAMPLE : bare));
  }
  const twice = /^https?:\/\/(https?:\/\/.+)$/.exec(address)?.[1];
  if (twice !== undefined) return fault("begins twice", address, write(twice));
  const [, scheme = "", rest = ""] = /^(https?):?\/*(.*)$/.exec(address) ?? [];
  if (scheme !== "" && rest !== "" && !address.startsWith(`${scheme}://`)) {
    return fault(`has no :// after ${scheme}`, address, write(`${scheme}://${rest}`));
  }
  const host = /^(?:\/\/)?((?:[\w-]+(?:\.[\w-]+)+|localhost|\[::1\])(?::\d+)?(?:\/.*)?)$/.exec(address)?.[1];
  if (host !== undefined) {
    const isLocal = LOOPBACK.test(host.replace(/:\d+.*$|\/.*$/, ""));
    return fault("has no https:// before it", address, write(`${isLocal ? "http" : "https"}://${host}`));
  }
  if (!URL.canParse(address)) return { message: `"${address}" is no address`, hint };
  const { protocol } = new URL(address);
  const tail = /[?#].*$/.exec(address)?.[0];
  if (tail !== undefined) {
    return fault(tail.startsWith("?") ? "has a query" : "has a fragment", tail, write(address.slice(0, -tail.length)));
  }
  if (protocol === "http:") {
    return fault(
      "is plain http; that is for loopback (localhost, 127.0.0.1, [::1]) only",
      "http",
      `${write(address.replace(/^http/, "https"))} The token is sent there and nowhere else.`,
    );
  }
  if (protocol !== "https:") return fault(`begins with ${protocol} instead of https:`, protocol);
  return { message: `"${address}" is no address`, hint };
}

/** What is wrong with one that is an address, and the one of something else. */
export function otherService(address: string): ServiceFault | undefined {
  if (!URL.canParse(address)) return undefined;
  const { hostname, pathname } = new URL(address);
  if (/^https?$/.test(hostname) || /[^\w.:[\]-]/.test(hostname) || /[,;]$/.test(address)) return serviceFault(address);
  if (!forges.has(hostname.replace(/^www\./, "")) && !pathname.endsWith(".git")) return undefined;
  return {
    message: `${hostname}${pathname === "/" ? "" : pathname} is where a repository is, not a translation service`,
    hint: `Write the address of the translation service, as a browser shows it: \`${EXAMPLE}\`. Interlinear finds the repository by itself.`,
  };
}
