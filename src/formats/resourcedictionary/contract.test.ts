import * as fc from "fast-check";
import { anyKeyedUnit, anyXmlText, describeFormat, distinct } from "../format.contract.ts";
import { resourcedictionary } from "./index.ts";

describeFormat({
  format: resourcedictionary,
  texts: anyXmlText,
  units: fc.array(anyKeyedUnit(anyXmlText, anyXmlText), { maxLength: 8 }).map(distinct),
  samples: {
    "as WPF has it": `<ResourceDictionary xmlns="http://schemas.microsoft.com/winfx/2006/xaml/presentation"
                    xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"
                    xmlns:s="clr-namespace:System;assembly=mscorlib">

    <!-- Menus -->

    <!-- File menu -->
    <s:String x:Key="Menu.Open">Otevřít…</s:String>
    <s:String xml:space="preserve" x:Key="Menu.Lines">one
two</s:String>
    <SolidColorBrush x:Key="Brush" Color="Red"><SolidColorBrush.Opacity>1</SolidColorBrush.Opacity></SolidColorBrush>
    <s:String x:Key="Menu.Empty"></s:String>

</ResourceDictionary>
`,
    "as Avalonia has it": `<ResourceDictionary xmlns="https://github.com/avaloniaui" xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml">
  <x:String x:Key="a">A &amp; B</x:String>
  <x:String x:Key="b">B</x:String> <!-- behind -->
</ResourceDictionary>
`,
  },
});
