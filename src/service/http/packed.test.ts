import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { describe, expect, it } from "vitest";
import { LEAST_BYTES_OF_JSON, packedAtOnce, textResponse } from "./packed.ts";

const app = new Hono();
app.use(compress({ encoding: "gzip", threshold: LEAST_BYTES_OF_JSON }));
app.use(packedAtOnce);
app.get("/:type/:length", ({ req }) => {
  const content = "ü".repeat(Number(req.param("length")) / 2);
  const type = req.param("type") === "json" ? "application/json" : `text/${req.param("type")}`;
  const headers = { "Content-Type": type, Vary: "Accept", "X-Rest": "12" };
  const init = { status: 201, headers: { ...headers, "Content-Length": req.param("length") } };
  return req.param("type") === "csv" ? textResponse(content, init) : new Response(content, init);
});
app.get(
  "/image",
  () => new Response("x".repeat(8000), { headers: { "Content-Type": "image/png", "Content-Length": "8000" } }),
);

const ask = async (path: string, encoding: string, method = "GET") =>
  app.request(path, { method, headers: { "Accept-Encoding": encoding } });

describe("an answer that says its length", () => {
  it.each(["csv", "plain"])("is packed for who accepts gzip, with all that its head says: text/%s", async (type) => {
    const answer = await ask(`/${type}/8000`, "br, gzip");
    const bytes = Buffer.from(await answer.arrayBuffer());

    expect(answer.status).toBe(201);
    expect(Object.fromEntries(answer.headers)).toEqual({
      "content-type": `text/${type}`,
      "content-encoding": "gzip",
      "content-length": String(bytes.length),
      vary: "Accept, Accept-Encoding",
      "x-rest": "12",
    });
    expect(gunzipSync(bytes).toString()).toBe("ü".repeat(4000));
  });

  it.each([
    ["fits a packet", "/csv/1000", "gzip", "GET"],
    ["is an image", "/image", "gzip", "GET"],
    ["is for who accepts no gzip", "/csv/8000", "identity, gzip;q=0", "GET"],
    ["is a head alone", "/csv/8000", "gzip", "HEAD"],
  ])("is left as it is when it %s", async (_, path, encoding, method) => {
    const answer = await ask(path, encoding, method);
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(answer.headers.get("content-length")).toMatch(/^(?:1000|8000)$/);
  });

  it.each([
    ["csv", 1000, "off", null],
    ["csv", 1024, "off", "gzip"],
    ["json", 4000, "off", null],
    ["json", 8000, "off", "gzip"],
    ["json", 1000, "on", null],
    ["json", 1024, "on", "gzip"],
  ])("as %s of %d bytes is packed for who has the saving of bytes %s: %s", async (type, length, saving, encoding) => {
    const answer = await app.request(`/${type}/${String(length)}`, {
      headers: { "Accept-Encoding": "gzip", "Save-Data": saving },
    });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
  });

  it.each([
    ["is large", "/csv/800000", "gzip"],
    ["is for who weighs what it accepts", "/csv/8000", "gzip;q=0.5"],
  ])("is packed as a stream when it %s", async (_, path, encoding) => {
    const answer = await ask(path, encoding);
    expect(answer.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString()).toMatch(/^ü+$/);
  });
});
