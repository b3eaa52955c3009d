import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { inMemory } from "../files/sent-bytes.ts";
import { formParts } from "./multipart.ts";

const TYPE = 'multipart/form-data; boundary="xyz"';

async function read(body: string, type = TYPE, extent?: "beginning") {
  const parts = await readFrom(Buffer.from(new Uint8Array(Buffer.from(body)).buffer), type, extent);
  await using folder = await temporaryDirectory();
  const file = join(folder.path, "body");
  // Other bytes before it: it is a part of its file.
  await writeFile(file, `12345${body}`);
  const stored = { file, start: 5, byteLength: Buffer.byteLength(body) };
  expect(await readFrom(stored, type, extent)).toEqual(parts);
  return parts;
}

async function readFrom(body: Parameters<typeof formParts>[1], type: string, extent?: "beginning") {
  return (await formParts(type, body, extent))?.map(({ name, filename, content }) => [
    name,
    filename,
    new TextDecoder().decode(inMemory(content)),
  ]);
}

const part = (disposition: string, content: string) =>
  `--xyz\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe("the parts of a form", () => {
  it.each([
    ["a field", part('name="a"', "b"), [["a", undefined, "b"]]],
    ["a field without a value", part('name="a"', ""), [["a", undefined, ""]]],
    ["lines and dashes within", part('name="a"', "b\r\n--xy\r\n--"), [["a", undefined, "b\r\n--xy\r\n--"]]],
    ["a name that is not quoted", part("name=a", "b"), [["a", undefined, "b"]]],
    ["a file", part('name="f"; filename="de.json"', "{}"), [["f", "de.json", "{}"]]],
    [
      "a file's name with what would end it",
      part('name="f"; filename="a%22%0D%0A.json"', ""),
      [["f", 'a"\r\n.json', ""]],
    ],
    [
      "a file's name in the extended form",
      part("name=f; filename=x; filename*=UTF-8''%C5%BE.po", ""),
      [["f", "ž.po", ""]],
    ],
    ["none", "", []],
  ])("are read: %s", async (_, body, parts) => {
    expect(await read(`${body}--xyz--\r\n`)).toEqual(parts);
    expect(await read(`\r\n${body}--xyz--`, "multipart/form-data; charset=utf-8; boundary=xyz")).toEqual(parts);
  });

  it("are as FormData writes them", async () => {
    const form = new FormData();
    form.append("name", "Žluťoučký\r\nkůň");
    form.append("file", new Blob(["{}\r\n"]), 'a "b".json');
    const sent = new Response(form);

    const parts = await formParts(sent.headers.get("content-type") ?? "", Buffer.from(await sent.arrayBuffer()));

    expect(
      parts?.map(({ name, filename, content }) => [name, filename, Buffer.from(inMemory(content)).toString()]),
    ).toEqual([
      ["name", undefined, "Žluťoučký\r\nkůň"],
      ["file", 'a "b".json', "{}\r\n"],
    ]);
  });

  it.each([
    ["in a content", "b\r\n--xy", [["f", "a.gif", "b\r\n--xy"]]],
    ["behind a part", "b\r\n--xyz", [["f", "a.gif", "b"]]],
    ["in a head", "b\r\n--xyz\r\nContent-Dispo", [["f", "a.gif", "b"]]],
  ])("of a body that is cut are those that began: %s", async (_, content, parts) => {
    const begun = part('name="a"', "1") + part('name="f"; filename="a.gif"', content).slice(0, -2);
    expect(await read(begun, TYPE, "beginning")).toEqual([["a", undefined, "1"], ...parts]);
  });

  it.each([
    ["no boundary in the type", part('name="a"', "b"), "multipart/form-data"],
    ["another boundary", part('name="a"', "b"), "multipart/form-data; boundary=other"],
    ["no end", part('name="a"', "b"), TYPE],
    ["a part without a name", `${part("filename=b", "b")}--xyz--`, TYPE],
    ["a part without a head", "--xyz\r\nb\r\n--xyz--", TYPE],
    ["a head that does not end", `${part(`name="a"; x="${"x".repeat(16_384)}"`, "b")}--xyz--`, TYPE],
    ["more of them than anybody fills in", `${part('name="a"', "").repeat(10_001)}--xyz--`, TYPE],
    ["something else before it", `hello${part('name="a"', "b")}--xyz--`, TYPE],
  ])("are not guessed: %s", async (_, body, type) => {
    expect(await read(body, type)).toBeUndefined();
  });

  it("are found wherever they begin in a long file", async () => {
    await using folder = await temporaryDirectory();
    const file = join(folder.path, "body");
    // Boundaries and heads stand across the ends of what is read at once.
    for (const length of [262_000, 262_064, 262_100, 262_140, 600_000]) {
      const body = `${part('name="f"; filename="a"', "a".repeat(length))}${part('name="b"', "2")}--xyz--`;
      await writeFile(file, body);
      const parts = await formParts(TYPE, { file, start: 0, byteLength: body.length });
      expect(parts?.map(({ name, content }) => [name, content.byteLength])).toEqual([
        ["f", length],
        ["b", 1],
      ]);
      expect(parts?.map(({ content }) => content)).toEqual([
        { file, start: body.indexOf("a".repeat(9)), byteLength: length },
        { file, start: body.lastIndexOf("2"), byteLength: 1 },
      ]);
    }
  });
});
