import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  cutShort,
  hangUp,
  inTurn,
  json,
  silence,
  startScriptedService,
  text,
  type Reply,
} from "../../test/support/scripted-service.ts";
import { instantClock, manualClock } from "../../test/support/test-clock.ts";
import { LocalError } from "../core/errors.ts";
import { silentLogger } from "../core/logger.ts";
import type { SeenRequest } from "../network/seen-request.ts";
import type { Repeat } from "./retry.ts";
import { Transport, type TransportOptions } from "./transport.ts";

const TOKEN = "svp_Rk3nT0ken0fTheTests000000000000000000";

function aTransport(url: string, options: Partial<TransportOptions> = {}): Transport {
  return new Transport({
    url,
    token: TOKEN,
    version: "1.2.3",
    clock: instantClock(),
    random: () => 0.5,
    environment: {},
    ...options,
  });
}

const get = (transport: Transport, path = "/api/", patience?: "short") =>
  transport.request({ method: "GET", url: transport.address.at(path), repeat: "safe", patience });

const post = (transport: Transport, repeat: Repeat) =>
  transport.request({
    method: "POST",
    url: transport.address.at("/api/thing/"),
    body: { contentType: "text/plain", bytes: Buffer.from("do it") },
    repeat,
  });

async function failureOf(promise: Promise<unknown>): Promise<Error & { readonly code?: string }> {
  return promise.then(
    () => {
      throw new Error("It did not fail.");
    },
    (error: Error) => error,
  );
}

test("a request carries the token in its header and says who asks", async () => {
  await using service = await startScriptedService(() => json({}));

  await get(aTransport(service.url, { token: ` ${TOKEN}\n` }), "/api/components/demo/mobile%252Fios/?a=%2F");

  expect(service.requests).toMatchObject([
    {
      method: "GET",
      target: "/api/components/demo/mobile%252Fios/?a=%2F",
      headers: { authorization: `Token ${TOKEN}`, "user-agent": "interlinear/1.2.3" },
    },
  ]);
});

test.each(["", "  ", "with space inside", "line\nbreak", "ümlaut", '"svp_quoted"', "ghp_ofAForge123"])(
  "the token %j is refused",
  (token) => {
    const made = (): unknown => aTransport("http://127.0.0.1:1", { token });

    expect(made).toThrow(expect.objectContaining({ code: "IL-S01" }));
    if (token.trim() !== "") expect(made).not.toThrow(token);
  },
);

/** How often each kind of request is sent when the first answer is a failure and the second is good. */
const mishaps: readonly [string, Reply, { safe: number; "if-not-sent": number }][] = [
  ["423 busy", json({ detail: "busy" }, 423), { safe: 2, "if-not-sent": 2 }],
  ["429 throttled", json({ detail: "slow" }, 429), { safe: 2, "if-not-sent": 2 }],
  ["502 from a proxy", text(502, "bad gateway"), { safe: 2, "if-not-sent": 1 }],
  ["503 overload", text(503, ""), { safe: 2, "if-not-sent": 1 }],
  ["504 from a proxy", text(504, ""), { safe: 2, "if-not-sent": 1 }],
  ["a connection that is cut", hangUp, { safe: 2, "if-not-sent": 1 }],
  ["a body that is cut", cutShort('{"some":"json"}'), { safe: 2, "if-not-sent": 1 }],
  ["500", text(500, ""), { safe: 1, "if-not-sent": 1 }],
  ["400", json({}, 400), { safe: 1, "if-not-sent": 1 }],
];

test.each(mishaps)("after %s a request is repeated only where that is safe", async (_, mishap, expected) => {
  for (const repeat of ["safe", "if-not-sent"] as const) {
    await using service = await startScriptedService(inTurn(mishap, json({ done: true })));

    await post(aTransport(service.url), repeat).catch(() => undefined);

    expect(service.requests.map(({ body }) => body.toString())).toEqual(Array(expected[repeat]).fill("do it"));
  }
});

test("an unsafe request whose connection was cut says that its outcome is not known", async () => {
  await using service = await startScriptedService(() => hangUp);

  const error = await failureOf(post(aTransport(service.url), "if-not-sent"));

  expect(error).toMatchObject({ code: "IL-S04", neverSent: false });
  expect(error.message).toContain("not known");
});

test("a request that could not be sent at all is tried again even where it is unsafe", async () => {
  const closed = createServer();
  const port = await portOf(closed);
  closed.close();
  await once(closed, "close");
  const clock = instantClock();

  const error = await failureOf(post(aTransport(`http://127.0.0.1:${String(port)}`, { clock }), "if-not-sent"));

  expect(error).toMatchObject({ code: "IL-S04", exitCode: 1, neverSent: true });
  expect(error.message).not.toContain("not known");
  expect(clock.sleeps).toEqual([250, 500, 1000, 2000, 4000]);
});

test("the last answer is handed back when all attempts are used up", async () => {
  const clock = instantClock();
  await using service = await startScriptedService(() => text(503, "closed"));

  const answer = await get(aTransport(service.url, { clock, attempts: 3 }));

  expect(answer.status).toBe(503);
  expect(service.requests).toHaveLength(3);
  expect(clock.sleeps).toEqual([250, 500]);
});

test("when one worker is asked to wait, all wait, and nothing is sent before the window opens", async () => {
  const clock = manualClock();
  const opened = clock.now().getTime() + 60_000;
  const early: number[] = [];
  await using service = await startScriptedService((_, count) => {
    if (count > 0 && clock.now().getTime() < opened) early.push(count);
    return count === 0 ? json({}, 429, { "retry-after": "60" }) : json({});
  });
  const transport = aTransport(service.url, { clock, parallel: 3 });

  const first = get(transport);
  await expect.poll(() => clock.sleepers()).toBe(1);
  const others = Promise.all(Array.from({ length: 9 }, () => get(transport)));
  await expect.poll(() => clock.sleepers()).toBe(3);
  clock.advance(59_999);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const sentWhileClosed = service.requests.length;
  clock.advance(1);
  await Promise.all([first, others]);

  expect(sentWhileClosed).toBe(1);
  expect(early).toEqual([]);
  expect(service.requests).toHaveLength(11);
  expect(service.mostAtOnce()).toBeLessThanOrEqual(3);
});

test("the last request of a window closes it for the next one", async () => {
  const clock = instantClock();
  const spent = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "30" };
  await using service = await startScriptedService(inTurn(json({}, 200, spent), json({})));
  const transport = aTransport(service.url, { clock });

  await get(transport);
  await get(transport);

  expect(clock.sleeps).toEqual([30_000]);
  expect(transport.traffic().rateLimit).toEqual({ limit: 100, remaining: 0 });
});

test("waits for a rate limit do not use up the attempts", async () => {
  const throttled = json({}, 429, { "retry-after": "1" });
  await using service = await startScriptedService(
    inTurn(...Array.from({ length: 10 }, () => throttled), json({ in: "time" })),
  );

  const answer = await get(aTransport(service.url, { attempts: 2 }));

  expect(answer.status).toBe(200);
});

test("a wait beyond the deadline fails at once and says when the window opens", async () => {
  const clock = instantClock();
  await using service = await startScriptedService(() => json({}, 429, { "retry-after": "3600" }));

  const error = await failureOf(get(aTransport(service.url, { clock, deadlineMs: 60_000 })));

  expect(error).toMatchObject({ code: "IL-S05", status: 429 });
  expect(error.message).toContain("2026-01-01T01:00:00.000Z");
  expect(clock.sleeps).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

test("a wait fails at once where it is longer than others may be kept waiting", async () => {
  const clock = instantClock();
  await using service = await startScriptedService(() => json({}, 429, { "retry-after": "120" }));

  const error = await failureOf(get(aTransport(service.url, { clock, longestWaitMs: 60_000 })));

  expect(error).toMatchObject({ code: "IL-S05", notBefore: new Date("2026-01-01T00:02:00.000Z") });
  expect(clock.sleeps).toEqual([]);
});

test.each<[string, Reply, object]>([
  ["fails", text(502, ""), { status: 502 }],
  ["asks to wait", json({}, 429, { "retry-after": "5" }), { status: 429 }],
])("a call of short patience is sent once to a service that %s", async (_what, reply, answered) => {
  const clock = instantClock();
  await using service = await startScriptedService(() => reply);

  const answer = await get(aTransport(service.url, { clock }), "/api/", "short");

  expect(answer).toMatchObject(answered);
  expect(service.requests).toHaveLength(1);
  expect(clock.sleeps).toEqual([]);
});

test("a call of short patience is sent once to a service that says nothing", async () => {
  await using service = await startScriptedService(() => silence);

  const error = await failureOf(get(aTransport(service.url, { timeoutMs: 100 }), "/api/", "short"));

  expect(error).toMatchObject({ code: "IL-S04", neverSent: false });
  expect(service.requests).toHaveLength(1);
});

test("a call of short patience fails at once where all have to wait longer than half a minute", async () => {
  const clock = instantClock();
  await using service = await startScriptedService(
    inTurn(json({}, 503, { "retry-after": "31" }), json({}, 503, { "retry-after": "29" }), json({})),
  );
  const transport = aTransport(service.url, { clock });

  await get(transport, "/api/", "short");
  const error = await failureOf(get(transport, "/api/", "short"));
  await clock.sleep(31_000);
  await get(transport, "/api/", "short");
  await get(transport, "/api/", "short");

  expect(error).toMatchObject({ code: "IL-S05" });
  expect(clock.sleeps).toEqual([31_000, 29_000]);
  expect(service.requests).toHaveLength(3);
});

test("a long wait is announced once, not once a worker", async () => {
  const notices: string[] = [];
  const logger = { ...silentLogger, notice: (message: string) => notices.push(message) };
  await using service = await startScriptedService((_, count) =>
    count === 0 ? json({}, 429, { "retry-after": "60" }) : json({}),
  );
  const clock = manualClock();
  const transport = aTransport(service.url, { clock, logger });

  const first = get(transport);
  await expect.poll(() => clock.sleepers()).toBe(1);
  const others = Promise.all([get(transport), get(transport)]);
  await expect.poll(() => clock.sleepers()).toBe(3);
  clock.advance(60_000);
  await Promise.all([first, others]);

  expect(notices).toEqual(["The service asks to wait 60 s; requests go on at 2026-01-01T00:01:00.000Z."]);
});

test("closing does not wait for an answer that does not come", async () => {
  await using service = await startScriptedService(() => silence);
  const transport = aTransport(service.url);
  const hanging = failureOf(get(transport));
  await expect.poll(() => service.requests.length).toBe(1);

  await transport.close();

  expect(await hanging).toMatchObject({ code: "IL-S04" });
  expect(service.requests).toHaveLength(1);
});

test("the deadline ends a request that hangs", async () => {
  await using service = await startScriptedService(() => silence);

  const error = await failureOf(
    get(new Transport({ url: service.url, token: TOKEN, version: "1", deadlineMs: 100, environment: {} })),
  );

  expect(error).toMatchObject({ code: "IL-S17" });
});

test("after the deadline nothing is sent any more", async () => {
  const clock = manualClock();
  await using service = await startScriptedService(() => json({}));
  const transport = aTransport(service.url, { clock, deadlineMs: 1000 });
  clock.advance(1000);

  expect(await failureOf(get(transport))).toMatchObject({ code: "IL-S17" });
  expect(await failureOf(transport.wait(1))).toMatchObject({ code: "IL-S17" });
  expect(service.requests).toEqual([]);
});

test("a run that is stopped ends its requests with the reason it was given", async () => {
  await using service = await startScriptedService(() => silence);
  const stop = new AbortController();
  const why = new LocalError("Interrupted.", { code: "IL-X01" });

  const hanging = failureOf(get(aTransport(service.url, { signal: stop.signal })));
  await expect.poll(() => service.requests.length).toBe(1);
  stop.abort(why);

  expect(await hanging).toBe(why);
});

test("a run that is stopped without a reason says so", async () => {
  await using service = await startScriptedService(() => json({}));

  const error = await failureOf(get(aTransport(service.url, { signal: AbortSignal.abort() })));

  expect(error).toMatchObject({ code: "IL-S17" });
  expect(service.requests).toEqual([]);
});

test("an answer that does not begin in time is asked for again", async () => {
  await using service = await startScriptedService(inTurn(silence, json({})));

  const answer = await get(aTransport(service.url, { timeoutMs: 100 }));

  expect(answer.status).toBe(200);
});

test("no more requests than allowed run at the same time", async () => {
  // Nobody gets an answer before as many wait for one as may.
  const { promise: full, resolve: fill } = Promise.withResolvers<undefined>();
  await using service = await startScriptedService(() => async (response) => {
    if (service.mostAtOnce() >= 2) fill(undefined);
    await full;
    response.end("{}");
  });
  const transport = aTransport(service.url, { parallel: 2 });

  await Promise.all(Array.from({ length: 8 }, () => get(transport)));

  expect(service.mostAtOnce()).toBe(2);
});

test("connections are kept and used again", async () => {
  const ports = new Set<number | undefined>();
  await using service = await startScriptedService(() => (response) => {
    ports.add(response.socket?.remotePort);
    response.end("{}");
  });
  const transport = aTransport(service.url, { parallel: 2 });

  for (let round = 0; round < 5; round += 1) await Promise.all([get(transport), get(transport)]);

  expect(service.requests).toHaveLength(10);
  // The first few questions have their own.
  expect(ports.size).toBeLessThanOrEqual(4);
});

test("a link to another origin is refused before anything is sent", async () => {
  await using other = await startScriptedService(() => json({}));
  await using service = await startScriptedService(() => json({}));
  const transport = aTransport(service.url);

  const error = await failureOf(transport.request({ method: "GET", url: `${other.url}/api/`, repeat: "safe" }));

  expect(error).toMatchObject({ code: "IL-S02" });
  expect(other.requests).toEqual([]);
  expect(service.requests).toEqual([]);
  expect(transport.traffic().requests).toBe(0);
});

test.each([301, 302, 303, 307, 308])(
  "a redirect (%i) is not followed, and only its origin is named",
  async (status) => {
    await using other = await startScriptedService(() => json({}));
    await using service = await startScriptedService(() =>
      text(status, "", { location: `${other.url}/api/?secret=1` }),
    );

    const error = await failureOf(get(aTransport(service.url)));

    expect(error).toMatchObject({ code: "IL-S03", status });
    expect(error.message).toContain(other.url);
    expect(error.message).not.toContain("secret");
    expect(other.requests).toEqual([]);
  },
);

test("a compressed answer is unpacked to its exact bytes", async () => {
  const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
  await using service = await startScriptedService(() => text(200, gzipSync(bytes), { "content-encoding": "gzip" }));
  const transport = aTransport(service.url);

  const answer = await get(transport);

  expect(answer.body.equals(bytes)).toBe(true);
  expect(transport.traffic().bytesReceived).toBe(gzipSync(bytes).length);
});

test("a compressed answer that was cut or damaged is asked for again", async () => {
  const packed = gzipSync("Ahoj světe ".repeat(100));
  const damaged = Buffer.from(packed);
  damaged.writeUInt32LE(0, packed.length - 8);
  const gzip = { "content-encoding": "gzip" };
  await using service = await startScriptedService(
    inTurn(text(200, packed.subarray(0, -20), gzip), text(200, damaged, gzip), text(200, packed, gzip)),
  );

  const answer = await get(aTransport(service.url));

  expect(answer.body.toString()).toBe("Ahoj světe ".repeat(100));
});

test("an encoding that nobody asked for is refused", async () => {
  await using service = await startScriptedService(() => text(200, "…", { "content-encoding": "br" }));

  expect(await failureOf(get(aTransport(service.url)))).toMatchObject({ code: "IL-S15" });
});

test.each([
  ["announced", text(200, "x".repeat(2000))],
  [
    "streamed",
    (response) => {
      for (let part = 0; part < 20; part += 1) response.write("x".repeat(100));
      response.end();
    },
  ],
  ["packed small", text(200, gzipSync("x".repeat(100_000)), { "content-encoding": "gzip" })],
] satisfies [string, Reply][])("an answer that is too large is refused (%s)", async (_, reply) => {
  await using service = await startScriptedService(() => reply);

  const error = await failureOf(get(aTransport(service.url, { maxResponseBytes: 1000 })));

  expect(error).toMatchObject({ code: "IL-S16" });
  expect(service.requests).toHaveLength(1);
});

test("bytes and requests are counted, repeated ones too", async () => {
  await using service = await startScriptedService(inTurn(text(503, "12345"), text(200, "1234567")));
  const transport = aTransport(service.url);

  await post(transport, "safe");

  expect(transport.traffic()).toMatchObject({ requests: 2, bytesSent: 10, bytesReceived: 12 });
});

test("the token shows nowhere: not in the client, not in its errors", async () => {
  const failures: Reply[] = [hangUp, text(302, "", { location: "http://elsewhere.example/" }), cutShort("{}")];
  for (const reply of failures) {
    await using service = await startScriptedService(() => reply);
    const transport = aTransport(service.url);

    const error = await failureOf(post(transport, "if-not-sent"));

    for (const thing of [transport, error]) {
      expect(inspect(thing, { depth: Infinity, showHidden: true })).not.toContain(TOKEN);
      expect(JSON.stringify(thing)).not.toContain(TOKEN);
    }
    expect(`${error.message} ${error.stack ?? ""}`).not.toContain(TOKEN);
  }
});

/** A proxy that tunnels nowhere; remembers where it should have. */
async function startProxy(): Promise<AsyncDisposable & { readonly url: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createServer();
  server.on("connect", (request, client) => {
    asked.push(request.url ?? "");
    client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
  });
  return {
    url: `http://127.0.0.1:${String(await portOf(server))}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}

test("loopback is never reached through a proxy", async () => {
  await using proxy = await startProxy();
  await using service = await startScriptedService(() => json({}));

  await get(aTransport(service.url, { environment: { HTTP_PROXY: proxy.url, https_proxy: proxy.url } }));

  expect(proxy.asked).toEqual([]);
  expect(service.requests).toHaveLength(1);
});

test("other hosts are reached through the environment's proxy, except those it excludes", async () => {
  await using proxy = await startProxy();
  // Nobody listens there, and it is no name to look up.
  const through = (environment: Record<string, string>) =>
    failureOf(get(aTransport("https://0.0.0.0:1", { environment, attempts: 1 })));

  const proxied = await through({ HTTPS_PROXY: proxy.url });
  const asked = [...proxy.asked];
  const direct = await through({ HTTPS_PROXY: proxy.url, NO_PROXY: "0.0.0.0" });

  expect(proxied).toMatchObject({ code: "IL-S04" });
  expect(asked).toEqual(["0.0.0.0:1"]);
  expect(direct).toMatchObject({ code: "IL-S04" });
  expect(proxy.asked).toEqual(asked);
});

test("a proxy variable that is no address is named without its value", () => {
  const made = (): unknown =>
    aTransport("https://translate.example.org", { environment: { HTTPS_PROXY: "socks5://me:hunter2@proxy" } });

  expect(made).toThrow(expect.objectContaining({ code: "IL-N01" }));
  expect(made).not.toThrow(/hunter2/);
});

test("an observer is told of every request by its endpoint, never by its values", async () => {
  const headers = { "x-ratelimit-limit": "100", "x-ratelimit-remaining": "99", "x-ratelimit-reset": "60" };
  await using service = await startScriptedService(inTurn(json({}, 503), json({}, 200, headers)));
  const seen: SeenRequest[] = [];
  const clock = instantClock();
  const transport = aTransport(service.url, { clock, onRequest: (request) => void seen.push(request) });

  await get(transport, "/api/components/demo/secret/?token=secret");

  const endpoint = "/api/components/{project}/{component}/";
  expect(seen).toMatchObject([
    { service: "service", method: "GET", endpoint, status: 503, milliseconds: expect.any(Number) },
    { endpoint, status: 200, remaining: { limit: 100, remaining: 99, resets: expect.any(Date) } },
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/secret|demo|svp_/);
});

test("an observer is told of a request without an answer, below a service's own path as well", async () => {
  await using service = await startScriptedService(() => hangUp);
  const seen: SeenRequest[] = [];
  const transport = aTransport(`${service.url}/base`, { attempts: 1, onRequest: (request) => void seen.push(request) });

  await failureOf(get(transport, "/api/projects/demo/"));

  expect(seen).toMatchObject([{ endpoint: "/api/projects/{project}/", status: 0 }]);
  expect(seen[0]).not.toHaveProperty("remaining");
});
