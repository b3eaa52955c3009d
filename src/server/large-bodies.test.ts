import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { patient } from "../../test/support/open-test-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../test/support/temporary-directory.ts";
import { startServer, type RunningServer } from "./start-server.ts";

let folder: TemporaryDirectory;
let server: RunningServer;

beforeAll(async () => {
  folder = await temporaryDirectory();
  server = await startServer({
    data: join(folder.path, "data"),
    project: "demo",
    settings: { ...patient, uploadBytes: 2_000_000 },
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** What requests keep on the disk. */
async function kept(): Promise<string[]> {
  return readdir(join(folder.path, "data", "looks")).catch(() => []);
}

async function bytesIn(place: string): Promise<number> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const texts = (bytes: number): string => `{"title":"${"x".repeat(100)}","unused":"${"y".repeat(bytes)}"}`;

/** A form that makes a component of one file. */
function formOf(slug: string, content: string): Buffer {
  const fields = { name: slug, slug, file_format: "json", filemask: `${slug}/*.json`, template: `${slug}/en.json` };
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = '--b\r\nContent-Disposition: form-data; name="docfile"; filename="en.json"\r\n\r\n';
  return Buffer.from(`${parts.join("")}${file}${content}\r\n--b--\r\n`);
}

function post(length: number, to = server): ClientRequest {
  return request(`${to.api}projects/demo/components/`, {
    method: "POST",
    headers: {
      authorization: `Token ${String(to.adminToken)}`,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": length,
    },
  });
}

async function answerTo(sent: ClientRequest): Promise<{ readonly status: number | undefined; readonly text: string }> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the event has
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { status: answer.statusCode, text: (await answer.toArray()).join("") };
}

async function answerToForm(form: Buffer, to = server) {
  const asked = post(form.byteLength, to);
  asked.end(form);
  return answerTo(asked);
}

async function fileOf(slug: string): Promise<string> {
  const headers = { authorization: `Token ${String(server.adminToken)}` };
  return (await fetch(`${server.api}translations/demo/${slug}/en/file/`, { headers })).text();
}

it("takes a long file as it was sent, and keeps none of it", async () => {
  const content = texts(700_000);

  expect((await answerToForm(formOf("whole", content))).status).toBe(201);

  expect(await fileOf("whole")).toBe(content);
  expect(await kept()).toEqual([]);
});

it("answers others while somebody sends slowly", async () => {
  const form = formOf("slow", texts(900_000));
  const slow = post(form.byteLength);
  slow.write(form.subarray(0, 600_000));
  await expect.poll(kept).toHaveLength(1);

  const others = await Promise.all(["one", "two", "three"].map((slug) => answerToForm(formOf(slug, texts(900_000)))));
  expect(others.map(({ status }) => status)).toEqual([201, 201, 201]);
  // What the slow one sent so far waits.
  expect(await kept()).toHaveLength(1);

  slow.end(form.subarray(600_000));
  expect((await answerTo(slow)).status).toBe(201);
  expect(await fileOf("slow")).toBe(texts(900_000));
});

it("keeps nothing of who goes away before the end", async () => {
  const form = formOf("gone", texts(900_000));
  const gone = post(form.byteLength);
  const failed = once(gone, "error");
  gone.write(form.subarray(0, 600_000));
  await expect.poll(kept).toHaveLength(1);

  gone.destroy(new Error("enough"));
  await failed;

  await expect.poll(kept).toEqual([]);
});

it("refuses more than may be sent, whatever its length was said to be, and keeps nothing of it", async () => {
  const form = formOf("larger", texts(4_000_000));
  const chunked = request(`${server.api}projects/demo/components/`, {
    method: "POST",
    headers: {
      authorization: `Token ${String(server.adminToken)}`,
      "content-type": "multipart/form-data; boundary=b",
    },
  });
  // At once it would be sent with its length.
  chunked.write(form.subarray(0, 1000));
  chunked.end(form.subarray(1000));
  const refused = await Promise.all([
    answerTo(chunked),
    answerToForm(form),
    answerToForm(formOf("large", texts(2_500_000))),
  ]);

  for (const { status, text } of refused) {
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ errors: [{ code: "max_length", attr: "docfile" }] });
  }
  expect(await kept()).toEqual([]);
});

it("takes no more than there is room for on the disk, says so, and has the room again", async () => {
  const form = formOf("room", texts(900_000));
  await using small = await startServer({
    data: join(folder.path, "small"),
    project: "demo",
    settings: { ...patient, uploadBytes: 200_000 },
  });
  // Twenty times what a file may have.
  const others = Array.from({ length: 4 }, () => post(form.byteLength, small));
  for (const other of others) {
    other.on("error", () => undefined);
    other.write(form.subarray(0, -1));
  }
  const looks = join(folder.path, "small", "looks");
  await expect.poll(() => bytesIn(looks)).toBeGreaterThan(3_200_000);
  const refused = await answerToForm(formOf("late", texts(1_000_000)), small);

  expect(refused.status).toBe(503);
  expect(JSON.parse(refused.text)).toMatchObject({
    errors: [{ code: "unavailable", detail: expect.stringContaining("there is no room for more") }],
  });
  for (const other of others) other.destroy();
  await expect.poll(() => readdir(looks)).toEqual([]);
  expect((await answerToForm(formOf("again", texts(150_000)), small)).status).toBe(201);
});

it("refuses fields that are longer than any text has to be, and keeps nothing of them", async () => {
  await using large = await startServer({ data: join(folder.path, "large"), project: "demo" });
  const field = `--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${"x".repeat(10_000_001)}\r\n--b--\r\n`;
  const answer = await fetch(`${large.api}projects/demo/components/`, {
    method: "POST",
    headers: {
      authorization: `Token ${String(large.adminToken)}`,
      "content-type": "multipart/form-data; boundary=b",
    },
    body: field,
  });

  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ code: "max_length" }] });
  expect(await readdir(join(folder.path, "large", "looks"))).toEqual([]);
});
