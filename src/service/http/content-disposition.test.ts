import { expect, it } from "vitest";
import { attachment } from "./content-disposition.ts";

it.each([
  ["demo-app-cs.json", 'attachment; filename="demo-app-cs.json"'],
  ["日本.json", "attachment; filename=\"__.json\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.json"],
  ['a".html', "attachment; filename=\"a_.html\"; filename*=UTF-8''a%22.html"],
  ["a\r\nSet-Cookie: b", "attachment; filename=\"a__Set-Cookie: b\"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b"],
  ["it's (1).po", 'attachment; filename="it\'s (1).po"'],
  ["\ud800.po", "attachment; filename=\"_.po\"; filename*=UTF-8''%EF%BF%BD.po"],
])("lets %j be saved without leaving its place in the header", (name, header) => {
  expect(attachment(name)).toBe(header);
  expect(() => new Headers({ "Content-Disposition": header })).not.toThrow();
});
