import { expect, it } from "vitest";
import { writeFeed } from "./rss.ts";

const feed = {
  title: "Changes in demo",
  link: "http://127.0.0.1:8000/projects/demo/",
  description: "Recent changes",
  self: "http://127.0.0.1:8000/exports/rss/demo/",
  items: [],
};

it("a feed without changes is a whole feed", () => {
  expect(writeFeed(feed)).toBe(`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>Changes in demo</title>
<link>http://127.0.0.1:8000/projects/demo/</link>
<description>Recent changes</description>
<atom:link rel="self" type="application/rss+xml" href="http://127.0.0.1:8000/exports/rss/demo/"/>
</channel>
</rss>
`);
});

it("what somebody translated cannot leave its element", () => {
  const item = {
    title: "Translation changed",
    link: 'http://host/?a=1&b="2"',
    description: "</description><script>alert(1)</script> & \u0000\ud800",
    date: "2026-11-21T09:00:00.000Z",
    id: "change-1",
  };
  const written = writeFeed({ ...feed, items: [item] });
  expect(written).toContain('<link>http://host/?a=1&amp;b="2"</link>');
  expect(written).toContain(
    "<description>&lt;/description&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; \uFFFD\uFFFD</description>",
  );
  expect(written).toContain("<pubDate>Sat, 21 Nov 2026 09:00:00 GMT</pubDate>");
});

it("a name cannot turn around what stands beside it", () => {
  const written = writeFeed({ ...feed, title: "evil\u202egnp.exe" });

  expect(written).toContain("<title>evil‹U+202E›gnp.exe</title>");
});
