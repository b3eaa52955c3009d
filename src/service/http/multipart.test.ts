import { describe, expect, it } from "vitest";
import { formParts } from "./multipart.ts";

const TYPE = 'multipart/form-data; boundary="xyz"';

function read(body: string, type = TYPE, extent?: "beginning") {
  const bytes = Buffer.from(new Uint8Array(Buffer.from(body)).buffer);
  return formParts(type, bytes, extent)?.map(({ name, filename, content }) => [
    name,
    filename,
    new TextDecoder().decode(content),
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
  ])("are read: %s", (_, body, parts) => {
    expect(read(`${body}--xyz--\r\n`)).toEqual(parts);
    expect(read(`\r\n${body}--xyz--`, "multipart/form-data; charset=utf-8; boundary=xyz")).toEqual(parts);
  });

  it("are as FormData writes them", async () => {
    const form = new FormData();
    form.append("name", "Žluťoučký\r\nkůň");
    form.append("file", new Blob(["{}\r\n"]), 'a "b".json');
    const sent = new Response(form);

    const parts = formParts(sent.headers.get("content-type") ?? "", Buffer.from(await sent.arrayBuffer()));

    expect(parts?.map(({ name, filename, content }) => [name, filename, Buffer.from(content).toString()])).toEqual([
      ["name", undefined, "Žluťoučký\r\nkůň"],
      ["file", 'a "b".json', "{}\r\n"],
    ]);
  });

  it.each([
    ["in a content", "b\r\n--xy", [["f", "a.gif", "b\r\n--xy"]]],
    ["behind a part", "b\r\n--xyz", [["f", "a.gif", "b"]]],
    ["in a head", "b\r\n--xyz\r\nContent-Dispo", [["f", "a.gif", "b"]]],
  ])("of a body that is cut are those that began: %s", (_, content, parts) => {
    const begun = part('name="a"', "1") + part('name="f"; filename="a.gif"', content).slice(0, -2);
    expect(read(begun, TYPE, "beginning")).toEqual([["a", undefined, "1"], ...parts]);
  });

  it.each([
    ["no boundary in the type", part('name="a"', "b"), "multipart/form-data"],
    ["another boundary", part('name="a"', "b"), "multipart/form-data; boundary=other"],
    ["no end", part('name="a"', "b"), TYPE],
    ["a part without a name", `${part("filename=b", "b")}--xyz--`, TYPE],
    ["a part without a head", "--xyz\r\nb\r\n--xyz--", TYPE],
    ["something else before it", `hello${part('name="a"', "b")}--xyz--`, TYPE],
  ])("are not guessed: %s", (_, body, type) => {
    expect(read(body, type)).toBeUndefined();
  });
});
