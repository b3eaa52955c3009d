import { expect, it } from "vitest";
import { html, prose, trusted } from "./markup.ts";

it("texts are escaped, in elements as in attributes", () => {
  const hostile = `"><script>alert('&')</script>`;

  expect(html`<a title="${hostile}">${hostile}</a>`.toString()).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
  );
});

it("what is HTML already is taken as it is, lists one after the other, nothing as nothing", () => {
  expect(html`${trusted("<b>")}${[html`<i>${1}</i>`, ["x", null]]}${undefined}${true}`.toString()).toBe("<b><i>1</i>x");
});

it("words of a contract show code where it stands in backticks, and escape it", () => {
  expect(html`${prose("Send `<id>` & wait.")}`.toString()).toBe("Send <code>&lt;id&gt;</code> &amp; wait.");
});
