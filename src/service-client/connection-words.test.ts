import { expect, test } from "vitest";
import { connectionWords } from "./connection-words.ts";

const failure = (code: string, message = code) => ({ code, error: new Error(message) });

test.each([
  ["ECONNREFUSED", "nothing listens", "port"],
  ["ENOTFOUND", "no host of that name", "spelling"],
  ["EAI_AGAIN", "could not be looked up", "network"],
  ["ECONNRESET", "closed before an answer", "network"],
  ["UND_ERR_HEADERS_TIMEOUT", "in time", "service's status"],
  ["EHOSTUNREACH", "no way leads there", "network"],
  ["HPE_INVALID_CONSTANT", "no web server", "port"],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak https", "http://"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "trusted here", "NODE_EXTRA_CA_CERTS"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "trusted here", "--use-system-ca"],
  ["CERT_HAS_EXPIRED", "has expired", "clock"],
  ["CERT_NOT_YET_VALID", "not valid yet", "clock"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "another name", "the certificate has"],
])("says in words of ours what %s means, and what to do", (code, why, hint) => {
  const words = connectionWords(failure(code, "1A2B:error:0A00:ssl/record.c:355:"), "https://translate.example.org");

  expect(words.why).toContain(why);
  expect(words.why).not.toContain("ssl/");
  expect(words.hint).toContain(hint);
});

test("names https where plain http is closed without an answer", () => {
  expect(connectionWords(failure("UND_ERR_SOCKET"), "http://127.0.0.1:8443").hint).toContain("write https://");
  expect(connectionWords(failure("UND_ERR_SOCKET"), "https://127.0.0.1:8443").hint).not.toContain("write https://");
});

test("repeats what it has no words for", () => {
  expect(connectionWords(failure("EOTHER", "other things went wrong"), "https://x.example").why).toBe(
    "other things went wrong",
  );
});

test.each([
  ["ECONNREFUSED", "", "the proxy http://p.example:3128 was not reached", "NO_PROXY"],
  ["PROXY_CLOSED", "", "the proxy http://p.example:3128 closed", "HTTPS_PROXY"],
  ["PROXY_REFUSED", "the proxy answered 407", "answered 407 (http://p.example:3128)", "USER:PASSWORD"],
  ["PROXY_REFUSED", "the proxy answered 502", "answered 502", "does not let this through"],
  ["CERT_HAS_EXPIRED", "", "its certificate has expired", "renew"],
])("names the proxy where it is the one that fails: %s %s", (code, message, why, hint) => {
  const words = connectionWords(failure(code, message), "https://translate.example.org", "http://p.example:3128");

  expect(words.why).toContain(why);
  expect(words.hint).toContain(hint);
});
