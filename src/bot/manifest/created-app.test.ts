import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { createdApp } from "./created-app.ts";

interface Stand extends AsyncDisposable {
  readonly apiUrl: string;
  readonly asked: string[];
}

async function answering(status: number, body: string): Promise<Stand> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${String(request.method)} ${String(request.url)}`);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    apiUrl: `http://127.0.0.1:${String(address.port)}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const made = {
  id: 7,
  slug: "interlinear",
  name: "Interlinear",
  html_url: "https://github.com/apps/interlinear",
  pem: "KEY",
  webhook_secret: "SECRET",
  client_secret: "not wanted",
};

describe("a code of GitHub", () => {
  it("is exchanged for the App's id, key and secret", async () => {
    await using github = await answering(201, JSON.stringify(made));

    expect(await createdApp(`${github.apiUrl}/`, "abc123")).toEqual({
      id: 7,
      slug: "interlinear",
      name: "Interlinear",
      url: "https://github.com/apps/interlinear",
      privateKey: "KEY",
      webhookSecret: "SECRET",
    });
    expect(github.asked).toEqual(["POST /app-manifests/abc123/conversions"]);
  });

  it.each([
    [404, "{}", /answered 404/],
    [201, "<html>", /something else/],
    [201, JSON.stringify({ ...made, pem: undefined }), /something else/],
    [201, JSON.stringify({ ...made, html_url: "javascript:alert(1)" }), /something else/],
  ])("that is answered %i %s is an error without the code", async (status, body, words) => {
    await using github = await answering(status, body);

    const error: unknown = await createdApp(github.apiUrl, "abc123").catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: "IL-B40", message: expect.stringMatching(words) });
    expect(String(error)).not.toContain("abc123");
  });

  it("that is none goes nowhere", async () => {
    await using github = await answering(201, JSON.stringify(made));

    await expect(createdApp(github.apiUrl, "../../user")).rejects.toMatchObject({ code: "IL-B40" });
    expect(github.asked).toEqual([]);
  });
});
