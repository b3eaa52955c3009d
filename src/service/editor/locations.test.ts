import { expect, it } from "vitest";
import { defaultComponentSettings } from "../components/component-settings.ts";
import { locationsOf } from "./locations.ts";

const repository = { repo: "https://github.com/acme/shop.git", branch: "main" };
const component = (repoweb: string) => ({ settings: { ...defaultComponentSettings, repoweb } });

it.each([
  ["src/a.c:12", "https://github.com/acme/shop/blob/main/src/a.c#L12"],
  ["src/a.c", "https://github.com/acme/shop/blob/main/src/a.c#L1"],
  ["src/a b.c:3", undefined],
  ["../../etc/passwd:1", undefined],
  ["https://evil.example/x:1", undefined],
])("links %s to its line at the repository's host", (location, address) => {
  expect(locationsOf(location, component(""), repository).at(-1)?.address).toBe(
    location === "src/a b.c:3" ? "https://github.com/acme/shop/blob/main/b.c#L3" : address,
  );
});

it("takes the component's own pages, and names no address to those who may not know the repository", () => {
  const own = component("https://code.example/{{branch}}/{{ filename }}?l={{line}}");
  expect(locationsOf("src/a?.c:12, b.c:4", own, repository).map(({ address }) => address)).toEqual([
    "https://code.example/main/src/a%3F.c?l=12",
    "https://code.example/main/b.c?l=4",
  ]);
  expect(locationsOf("src/a.c:12", own, undefined)).toEqual([{ text: "src/a.c:12", address: undefined }]);
});

it.each([
  ["https://g.example/{{ filename|dirname }}/{{branch|stripext}}", "https://g.example/src/a%3F/release-1"],
  ["https://g.example/{{ filename|parentdir|urlencode }}#L{{line|add:1}}", "https://g.example/a%3F/b.c#L13"],
  ["https://g.example/%(branch)s/%(file)s#%(line)s", "https://g.example/release-1.2/src/a%3F/b.c#12"],
  ["https://g.example/{{ component }}/{{filename}}", "https://github.com/acme/shop/blob/release-1.2/src/a%3F/b.c#L12"],
  ["https://g.example/{{ filename|reversed }}", "https://github.com/acme/shop/blob/release-1.2/src/a%3F/b.c#L12"],
])("fills %s with filters, and not at all what it does not know", (repoweb, address) => {
  const release = { ...repository, branch: "release-1.2" };
  expect(locationsOf("src/a?/b.c:12", component(repoweb), release)[0]?.address).toBe(address);
});

it("links to the line at the commit that the string was read from, where the host has pages of commits", () => {
  expect(locationsOf("src/a.c:12", component(""), { ...repository, commit: "4f1a" })[0]?.address).toBe(
    "https://github.com/acme/shop/blob/4f1a/src/a.c#L12",
  );
});
