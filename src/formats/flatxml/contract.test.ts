import * as fc from "fast-check";
import { anyKeyedUnit, anyXmlText, describeFormat, distinct } from "../format.contract.ts";
import { flatxml } from "./index.ts";

describeFormat({
  format: flatxml,
  texts: anyXmlText,
  units: fc.array(anyKeyedUnit(anyXmlText, anyXmlText), { maxLength: 8 }).map(distinct),
  samples: {
    plain: `<?xml version="1.0" encoding="utf-8"?>
<root>
  <str key="hello_world">Hello World!</str>
  <!-- Who -->
  <str key="who">&lt;you&gt; &amp; me</str>
  <other key="x">y</other>
  <str key='empty'/>
</root>
`,
    "on one line": '<root><str key="a">1</str><str key="b">2\n3</str></root>\n',
  },
});
