import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { startForwardProxy } from "../../test/support/forward-proxy.ts";
import { Outward, OutwardRefusal, type Resolve } from "./outward.ts";
import { internetAnd, isPublic } from "./outward-address.ts";

describe("an address of the internet", () => {
  it.each(["1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:9.9.9.9"])(
    "is %s",
    (address) => {
      expect(isPublic(address)).toBe(true);
    },
  );

  it.each([
    ["loopback", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "64:ff9b::7f00:1"]],
    ["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd00::1", "::ffff:a00:1"]],
    ["link-local", ["169.254.169.254", "fe80::1", "::ffff:169.254.169.254", "fec0::1"]],
    ["for many or for nobody", ["0.0.0.0", "::", "224.0.0.1", "255.255.255.255", "ff02::1", "203.0.113.1"]],
    ["another network's inside", ["2002:a00:1::", "2001::1", "2001:db8::1", "64:ff9b:1::1"]],
    ["no address", ["example.org", ""]],
  ])("is none that is %s", (_, addresses) => {
    expect(addresses.filter(isPublic)).toEqual([]);
  });
});

const known: Readonly<Record<string, readonly string[]>> = {
  "hooks.example.org": ["198.41.0.4"],
  "inside.example.org": ["10.1.2.3"],
  "both.example.org": ["198.41.0.4", "127.0.0.1"],
  "mt.example.internal": ["192.168.7.7"],
};
const resolve: Resolve = (name) => Promise.resolve(known[name] ?? []);
const INSIDE = /is not on the internet.*nothing is sent there\./;

describe("an address that somebody wrote", () => {
  const outward = new Outward({ reach: internetAnd([]), resolve });

  it.each([
    ["https://hooks.example.org/path?token=a", undefined],
    ["https://nobody-knows-it.example.org/", undefined],
    ["https://198.41.0.4/", undefined],
    ["https://inside.example.org/", INSIDE],
    ["https://both.example.org/", INSIDE],
    ["https://10.0.0.1/", INSIDE],
    ["https://0x7f.1/", INSIDE],
    ["https://[::ffff:10.0.0.1]:8443/", INSIDE],
    ["http://127.0.0.1/", INSIDE],
    ["http://hooks.example.org/", /Plain http is for this machine alone/],
    ["http://localhost.example.org/", /Plain http is for this machine alone/],
    ["https://ann:secret@hooks.example.org/", /^Enter an address without user and password\.$/],
    ["file:///etc/passwd", /begins with https/],
    ["hooks.example.org", /begins with https/],
  ])("is taken or not: %s", async (address, fault) => {
    const found = await outward.fault(address);
    if (fault === undefined) expect(found).toBeUndefined();
    else expect(found).toMatch(fault);
  });

  it("may be one that the operator names, by name, address or network", async () => {
    const own = ["mt.example.internal", "10.1.0.0/16", "127.0.0.1"];
    const named = new Outward({ reach: internetAnd(own), resolve, remedy: "SETTING can name it." });

    expect(await named.fault("https://mt.example.internal/")).toBeUndefined();
    expect(await named.fault("https://inside.example.org/")).toBeUndefined();
    expect(await named.fault("http://127.0.0.1:5000/")).toBeUndefined();
    expect(await named.fault("http://mt.example.internal/")).toMatch(/Plain http is for this machine alone/);
    expect(await named.fault("https://10.2.0.1/")).toMatch(/nothing is sent there\. SETTING can name it\.$/);
  });
});

/** Counts what arrives. */
async function startServer(listener: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${String(request.method)} ${String(request.url)}`);
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    asked,
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

const limits = { milliseconds: 20_000, mostBytes: 100 };

describe("what is sent", () => {
  const loopback: Resolve = () => Promise.resolve(["127.0.0.1"]);

  it("arrives, and its answer is read up to a limit", async () => {
    await using server = await startServer((_, response) => {
      response.writeHead(418, { "retry-after": "7" }).end("0123456789".repeat(1000));
    });
    const outward = new Outward({ reach: internetAnd(["here.test"]), allowPlain: true, resolve: loopback });

    const answer = await outward.send(`http://here.test:${String(server.port)}/a?b=c`, { body: "{}", ...limits });

    expect(server.asked).toEqual(["POST /a?b=c"]);
    expect(answer).toMatchObject({ status: 418, text: "0123456789".repeat(10) });
    expect(answer.headers["retry-after"]).toBe("7");
  });

  it("does not arrive inside by a name that stood for a server outside when it was taken", async () => {
    await using server = await startServer((_, response) => void response.end());
    let turn = 0;
    const rebinding: Resolve = () => Promise.resolve([(turn += 1) === 1 ? "198.41.0.4" : "127.0.0.1"]);
    const outward = new Outward({ reach: internetAnd([]), allowPlain: true, resolve: rebinding });
    const address = `http://rebinding.test:${String(server.port)}/`;

    expect(await outward.fault(address)).toBeUndefined();
    await expect(outward.send(address, limits)).rejects.toThrow(OutwardRefusal);

    expect(server.asked).toEqual([]);
  });

  it("does not arrive at an address that is inside as it stands there", async () => {
    await using server = await startServer((_, response) => void response.end());
    const outward = new Outward({ reach: internetAnd([]), allowPlain: true });

    await expect(outward.send(`http://127.0.0.1:${String(server.port)}/`, limits)).rejects.toThrow(INSIDE);

    expect(server.asked).toEqual([]);
  });

  it("does not follow a redirection", async () => {
    await using inside = await startServer((_, response) => void response.end());
    await using server = await startServer((_, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${String(inside.port)}/` }).end();
    });
    const outward = new Outward({ reach: internetAnd(["here.test"]), allowPlain: true, resolve: loopback });

    expect(await outward.send(`http://here.test:${String(server.port)}/`, limits)).toMatchObject({ status: 307 });
    expect(inside.asked).toEqual([]);
  });

  it("says that a name is not known, as a connection does", async () => {
    const outward = new Outward({ reach: internetAnd([]), resolve });

    await expect(outward.send("https://nobody.test/", limits)).rejects.toMatchObject({ code: "ENOTFOUND" });
  });

  it("leaves names to a proxy, and no address inside", async () => {
    await using server = await startServer((_, response) => void response.end("through"));
    await using proxy = await startForwardProxy({ hosts: { "hooks.test": server.port } });
    process.env["HTTP_PROXY"] = proxy.url;
    try {
      const outward = new Outward({ reach: internetAnd([]), allowPlain: true, resolve });

      expect(await outward.send("http://hooks.test/", limits)).toMatchObject({ status: 200, text: "through" });
      await expect(outward.send("http://10.0.0.1/", limits)).rejects.toThrow(OutwardRefusal);
      expect(proxy.asked).toEqual(["hooks.test:80"]);
    } finally {
      delete process.env["HTTP_PROXY"];
    }
  });
});
