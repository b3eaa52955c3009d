import { expect, it } from "vitest";
import { html, Html } from "./html.ts";

it("texts are escaped, in elements as in attributes", () => {
  const hostile = `"><script>alert('&')</script>`;

  expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;">&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</a>',
  );
});

it("what is HTML already is taken as it is, lists one after the other, nothing as nothing", () => {
  expect(html`${new Html("<b>")}${[html`<i>${1}</i>`, ["x", null]]}${undefined}`.text).toBe("<b><i>1</i>x");
});
