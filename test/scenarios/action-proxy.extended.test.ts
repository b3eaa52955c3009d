import { expect, test, type TestContext } from "vitest";
import { embeddedSite } from "../support/embedded-site.ts";
import { dispatched } from "../support/events.ts";
import { startForwardProxy } from "../support/forward-proxy.ts";
import { createPrivateCertificate, type PrivateCertificate } from "../support/private-certificate.ts";
import { startTlsFront } from "../support/tls-front.ts";
import { createWorld, writes } from "../support/world.ts";

/** A GitHub Enterprise server that is reached through the company's proxy, by a certificate of the company's own. */
const HOST = "github.corp.test";
const CREDENTIALS = "runner:hunter2-of-the-proxy";

async function certificateOrSkip(context: TestContext): Promise<PrivateCertificate> {
  const certificate = await createPrivateCertificate(HOST);
  if (certificate === undefined) return context.skip("openssl makes no certificate here");
  return certificate;
}

test("a run behind a proxy, with a certificate authority of its own, brings translations home", async (context) => {
  await using certificate = await certificateOrSkip(context);
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await using front = await startTlsFront(world.github.apiUrl, certificate);
  await using proxy = await startForwardProxy({ credentials: CREDENTIALS, hosts: { [HOST]: front.port } });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");
  world.forgetRequests();

  const result = await world.run(await dispatched(world.repository, world.github.repository), {
    apiUrl: `https://${HOST}`,
    isProcess: true,
    environment: { HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificate.authority },
  });

  expect(result.exitCode, result.log).toBe(0);
  expect(await world.github.pullRequests()).toHaveLength(1);
  expect(writes(world).github.at(-1)).toBe("POST /repos/acme/app/pulls");
  expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:443`]));
  expect(result.rawLog).not.toContain("hunter2");
});

test("a proxy that lets the run go nowhere is what the error tells, without its password", async () => {
  await using site = await embeddedSite();
  await using world = await createWorld(site);
  await using proxy = await startForwardProxy({ credentials: "runner:another", hosts: {} });
  await world.translate(world.web, "cs", "button.cancel", "Zrušit");

  const result = await world.run(await dispatched(world.repository, world.github.repository), {
    apiUrl: `https://${HOST}`,
    isProcess: true,
    environment: { HTTPS_PROXY: proxy.url.replace("another", "hunter2") },
  });

  expect(result.exitCode).toBe(1);
  expect(result.log).toContain("the proxy answered 407; check user and password");
  expect(result.rawLog).not.toContain("hunter2");
  expect(await world.github.pullRequests()).toEqual([]);
});
