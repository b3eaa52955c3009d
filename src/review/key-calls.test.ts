import { describe, expect, it } from "vitest";
import { isCode, keyCalls, MOST_CODE_BYTES } from "./key-calls.ts";

const found = (path: string, text: string): readonly string[] =>
  keyCalls(path, Buffer.from(text)).map(({ call, key, line }) => `${String(line)} ${call} ${key}`);

describe("keys that code asks for", () => {
  it.each([
    ["a.ts", 't("cart.items")', ["1 t cart.items"]],
    ["a.ts", "\nconst x = i18n.t('cart.items', { count });", ["2 i18n.t cart.items"]],
    ["a.js", "i18next.t(`cart.items`)", ["1 i18next.t cart.items"]],
    ["a.ts", 't("common:save")', ["1 t common:save"]],
    ["a.vue", "<p>{{ $t('cart.items') }}</p>", ["1 $t cart.items"]],
    ["a.svelte", "{$_('cart.items')}", ["1 $_ cart.items"]],
    ["a.tsx", 'intl.formatMessage({\n  defaultMessage: "x",\n  id: "cart.items" })', ["1 formatMessage cart.items"]],
    ["a.jsx", '<FormattedMessage\n  id="cart.items" />', ["1 FormattedMessage cart.items"]],
    ["a.tsx", '<Trans count={1} i18nKey="cart.items">x</Trans>', ["1 Trans cart.items"]],
    ["a.js", 'browser.i18n.getMessage("save")', ["1 browser.i18n.getMessage save"]],
    ["A.kt", "getString(R.string.cart_items)", ["1 R.string cart_items"]],
    ["A.java", "getString(android.R.string.ok)", []],
    ["res/layout/main.xml", '<TextView android:text="@string/cart_items" />', ["1 @string cart_items"]],
    ["res/layout/main.xml", '<TextView android:text="@android:string/ok" />', []],
    ["A.swift", 'NSLocalizedString("Save", comment: "")', ["1 NSLocalizedString Save"]],
    ["A.swift", 'String(localized: "Save")', ["1 String Save"]],
    ["A.swift", String.raw`String(localized: "Save \(name)")`, []],
    ["A.m", 'NSLocalizedString(@"Save", nil)', ["1 NSLocalizedString Save"]],
    ["a.py", '_("Save all")', ["1 _ Save all"]],
    ["a.py", 'ngettext("%d line", "%d lines", n)', ["1 ngettext %d line"]],
    ["a.py", '_("Save " "all")', []],
    ["a.c", String.raw`gettext("Say \"hi\"\n")`, ['1 gettext Say "hi"\n']],
    ["a.c", String.raw`gettext("\x41")`, []],
    ["a.php", "echo __('cart.items', ['n' => 1]);", ["1 __ cart.items"]],
    ["a.blade.php", "@lang('cart.items')", ["1 @lang cart.items"]],
    ["a.php", "trans('package::cart.items')", []],
    ["a.rb", 'I18n.t("cart.items", count: 1)', ["1 I18n.t cart.items"]],
    ["a.html.erb", "<%= t 'cart.items' %>", ["1 t cart.items"]],
    ["a.rb", "t('.title')", []],
    // What is put together, somebody else's, or not code.
    ["a.ts", 't("cart." + name)', []],
    ["a.ts", "t(`cart.${name}`)", []],
    ["a.ts", "t(key)", []],
    ["a.ts", 'list.at("cart.items"); format("cart.items"); chart.t("cart.items")', []],
    ["a.ts", '// t("cart.items")\n * t("cart.items")\nx(); // t("cart.items")', []],
    ["a.tsx", '/*\n  t("cart.items")\n*/ t("cart.sum") {/* t("cart.net") */}', ["3 t cart.sum"]],
    ["a.ts", 'glob("src/*.ts"); t("cart.items")', ["1 t cart.items"]],
    ["a.vue", "<!--\n{{ $t('cart.items') }}\n-->", []],
    ["a.vue", "<p>{{ $t('cart.items') }}</p>\n<i18n>\n{}\n</i18n>", []],
    ["a.blade.php", "{{-- __('cart.items') --}}", []],
    ["a.html.erb", "<%# t('cart.items') %>", []],
    ["a.rb", "x\n=begin\nt('cart.items')\n=end\nt('cart.sum')", ["5 t cart.sum"]],
    ["a.py", '"""\nUse _("Save") here.\n"""\n_("Quit")', ["4 _ Quit"]],
    ["res/layout/main.xml", '<!-- android:text="@string/cart" -->', []],
    ["a.rb", 'I18n.t("cart.#{name}")', []],
    ["a.php", '__("cart.$name"); __("cart.{$name}"); __(\'cart.$1\')', ["1 __ cart.$1"]],
    ["A.kt", 'val name = "R.string.cart"', []],
    // Looked up elsewhere, or not needed.
    ["a.ts", 't("title", { count, ns: "other" })', []],
    ["a.rb", "t('title', scope: [:cart]); t('title', default: 'x'); t('title', :scope => :cart)", []],
    ["A.swift", 'NSLocalizedString("Save", tableName: "Other", comment: "")', []],
    ["A.swift", 'NSLocalizedString("Save", bundle: .module, comment: "")', []],
    ["a.ts", 't("")', []],
    ["a.css", 't("cart.items")', []],
  ])("%s: %s", (path, text, keys) => {
    expect(found(path, text)).toEqual(keys);
  });

  it.each([
    ["src/cart.ts", true],
    ["app/src/main/res/layout/main.xml", true],
    ["app/src/main/AndroidManifest.xml", true],
    ["pom.xml", false],
    ["src/cart.test.ts", false],
    ["src/__tests__/cart.ts", false],
    ["node_modules/x/index.js", false],
    ["packages/vendor/x.php", false],
    ["public/app.min.js", false],
    ["types/api.d.ts", false],
    ["package-lock.json", false],
    ["README.md", false],
  ])("looks into %s: %s", (path, looked) => {
    expect(isCode(path)).toBe(looked);
  });

  it("passes by what nobody wrote by hand: large files, long lines, bytes that are no text", () => {
    const call = 't("cart.items")';
    expect(found("a.js", `${call}\n${"x;\n".repeat(100)}`)).toHaveLength(1);
    expect(found("a.js", `${call}\n${"x;\n".repeat(MOST_CODE_BYTES / 3)}`)).toEqual([]);
    expect(found("a.js", `${call}\n${"x;".repeat(2_000)}\n`)).toEqual([]);
    expect(found("a.js", `${call}\n\0`)).toEqual([]);
  });
});
