import type { ConnectionFailure } from "./connection.ts";

/** Why a service did not answer, and what a person can do about it. */
export interface ConnectionWords {
  /** Completes "… did not answer: ". */
  readonly why: string;
  readonly hint: string;
}

const NETWORK = "Check the address, the network, the proxy variables and the service's status.";
/** Node trusts authorities of its own, and not those that an organisation has put onto its machines. */
const AUTHORITY =
  "If an authority of your own signed it, have NODE_EXTRA_CA_CERTS name its certificate (a PEM file), or set NODE_OPTIONS=--use-system-ca where this machine trusts it. If a public one did, the server has to send the certificates between, too.";

const unsigned: ConnectionWords = { why: "nobody that is trusted here signed its certificate", hint: AUTHORITY };
const closed: ConnectionWords = { why: "the connection was closed before an answer came", hint: NETWORK };
const slow: ConnectionWords = { why: "no answer came in time", hint: NETWORK };
const notHttp: ConnectionWords = {
  why: "what answers there is no web server",
  hint: "Check the port in the address.",
};
const unreachable: ConnectionWords = { why: "no way leads there from here", hint: NETWORK };

/** By the code of Node, its HTTP client or OpenSSL; their own words name source files and switches of Node. */
const words: Readonly<Record<string, ConnectionWords>> = {
  ECONNREFUSED: {
    why: "nothing listens at that port",
    hint: "Check host and port of the address, the proxy variables, and whether the service is running.",
  },
  ENOTFOUND: {
    why: "there is no host of that name",
    hint: "Check the spelling of the address. Where a proxy is needed, set HTTPS_PROXY.",
  },
  EAI_AGAIN: { why: "its name could not be looked up", hint: NETWORK },
  ECONNRESET: closed,
  ECONNABORTED: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  ETIMEDOUT: slow,
  UND_ERR_CONNECT_TIMEOUT: slow,
  UND_ERR_HEADERS_TIMEOUT: slow,
  UND_ERR_BODY_TIMEOUT: slow,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  HPE_INVALID_CONSTANT: notHttp,
  HPE_INVALID_VERSION: notHttp,
  ERR_SSL_WRONG_VERSION_NUMBER: {
    why: "it does not speak https at this address",
    hint: "Check the port. Plain http, with http:// before it, is for loopback only.",
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: unsigned,
  SELF_SIGNED_CERT_IN_CHAIN: unsigned,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unsigned,
  UNABLE_TO_GET_ISSUER_CERT: unsigned,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unsigned,
  CERT_HAS_EXPIRED: {
    why: "its certificate has expired",
    hint: "The service's administrator has to renew it. Check this machine's clock, too.",
  },
  CERT_NOT_YET_VALID: {
    why: "its certificate is not valid yet",
    hint: "Check this machine's clock; else the service's administrator has to correct the certificate.",
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    why: "its certificate is for another name",
    hint: "Write the name into the address that the certificate has.",
  },
};

const PROXY = "Correct HTTPS_PROXY, or name the service's host in NO_PROXY if no proxy is needed.";
/** What happens on the way to a proxy, where there is one, and not behind it. */
const onTheWay: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);

/**
 * @param failure the last attempt's
 * @param origin the service's, which may be plain http to loopback
 * @param proxy address of the one that the environment names for it, without credentials
 */
export function connectionWords(
  { code, error }: Pick<ConnectionFailure, "code" | "error">,
  origin: string,
  proxy?: string,
): ConnectionWords {
  const own = wordsOf(code, error, origin);
  if (proxy === undefined) return own;
  if (onTheWay.has(code)) return { why: `the proxy ${proxy} was not reached: ${own.why}`, hint: PROXY };
  if (code === "PROXY_CLOSED") return { why: `the proxy ${proxy} closed the connection`, hint: PROXY };
  if (code === "PROXY_REFUSED") {
    const why = `${error.message} (${proxy})`;
    const wantsPassword = error.message.endsWith(" 407");
    return {
      why,
      hint: wantsPassword
        ? "It wants a user and a password: put them into HTTPS_PROXY, http://USER:PASSWORD@HOST:PORT, percent-encoded."
        : `The proxy does not let this through. ${PROXY}`,
    };
  }
  return own;
}

function wordsOf(code: string, error: Error, origin: string): ConnectionWords {
  const known = Object.hasOwn(words, code) ? words[code] : undefined;
  if (known === undefined) return { why: error.message || code, hint: NETWORK };
  if (known === closed && origin.startsWith("http:")) {
    return { why: known.why, hint: `${NETWORK} If the service speaks https there, write https://.` };
  }
  return known;
}
