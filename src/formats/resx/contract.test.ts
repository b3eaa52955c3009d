import * as fc from "fast-check";
import { anyKeyedUnit, anyXmlText, describeFormat, distinct } from "../format.contract.ts";
import { resx } from "./index.ts";

const anyKey = fc.oneof(
  anyXmlText.filter((key) => !key.startsWith(">>")),
  fc.constantFrom("Title", "$this.Text", "a.b", 'a "b" <c> & d'),
);

const SCHEMA = `<xsd:schema id="root" xmlns="" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
    <xsd:element name="root" msdata:IsDataSet="true">
      <xsd:complexType>
        <xsd:choice maxOccurs="unbounded">
          <xsd:element name="data" />
        </xsd:choice>
      </xsd:complexType>
    </xsd:element>
  </xsd:schema>`;

describeFormat({
  format: resx,
  texts: anyXmlText,
  units: fc.array(anyKeyedUnit(anyKey, anyXmlText), { maxLength: 8 }).map(distinct),
  samples: {
    "as Visual Studio writes": `<?xml version="1.0" encoding="utf-8"?>
<root>
  <!--
    Microsoft ResX Schema

    Version 2.0
    -->
  ${SCHEMA}
  <resheader name="resmimetype">
    <value>text/microsoft-resx</value>
  </resheader>
  <resheader name="version">
    <value>2.0</value>
  </resheader>
  <assembly alias="System.Windows.Forms" name="System.Windows.Forms, Version=4.0.0.0" />
  <data name="Title" xml:space="preserve">
    <value>Hello, {0} &amp; friends</value>
    <comment>{0} is the name</comment>
  </data>
  <metadata name="$this.Localizable" type="System.Boolean, mscorlib, Version=4.0.0.0">
    <value>True</value>
  </metadata>
  <data name="Logo" type="System.Resources.ResXFileRef, System.Windows.Forms">
    <value>logo.png;System.Drawing.Bitmap</value>
  </data>
  <data name="Lines" xml:space="preserve">
    <value>  one
two</value>
  </data>
  <data name="&gt;&gt;label1.Name" xml:space="preserve">
    <value>label1</value>
  </data>
  <data name="Empty" xml:space="preserve">
    <value />
  </data>
</root>
`,
    "with tabs, comments and odd ones": `<root>
	<resheader name="version"><value>2.0</value></resheader>

	<!-- Section -->

	<!-- About a -->
	<data name="a"><value>x</value></data> <!-- behind -->
	<data name="b"><comment>no value</comment></data>

	<data name='c'/>
	<data name="d"><value><![CDATA[<b>bold</b>]]></value></data>
	<!-- end -->
</root>
`,
    "in Windows.UI style": `<root>
    <data name="Save.Content" xml:space="preserve">
        <value>Uložit</value>
    </data>
    <data name="Save.[using:Windows.UI]Tip" xml:space="preserve">
        <value>Uloží</value>
    </data>
</root>
`,
  },
});
