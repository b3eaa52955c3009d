import * as fc from "fast-check";
import type { Unit } from "../../catalog/unit.ts";
import { anyKeyedUnit, anyTarget, anyText, describeFormat, distinct, keyedUnit } from "../format.contract.ts";
import { laravel, php } from "./index.ts";

const anyName = fc.oneof(
  fc.constantFrom("a", "b.c", "with space", 'q"', "Ω", "back\\slash"),
  fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 }).filter((name) => !/['>]|-$/.test(name)),
);
const inBrackets = (name: string): string => `$lang['${name.replaceAll(/['\\]/g, String.raw`\$&`)}']`;

describeFormat({
  format: php,
  keyOf: inBrackets,
  units: fc.array(anyKeyedUnit(anyName.map(inBrackets)), { maxLength: 8 }).map(distinct),
  samples: {
    variables: `<?php
/**
 * Copyright 2024 the authors
 * @license GPL-2.0
 */
if (!defined('BASEPATH')) exit('No direct script access allowed');

// Buttons
$lang['save'] = 'Uložit';
$lang["cancel"] = "Zrušit\\t\\"vše\\"";	// trailing
# old style
$lang['a']['b']   =   'it\\'s \\\\ C:\\dir' ;
$lang['who'] = "Hello $name, {$x["y"]} and \${z}";
$lang['both'] = 'one' . 'two';
$lang['empty'] = '';
$title = "T";
define('SITE_NAME', 'Obchod');
define("OLD", "x", true);
const OTHER = 'bytes stay';
`,
    "with an end and no breaks": `<?php $lang['a'] = 'x'; $lang['b'] = 'y'; ?>
`,
    "with more lines": `<?php

$lang['a'] = 'first
second';

/* note
 * of two lines */
$lang['heredoc'] = <<<EOT
  Dear "you",
    \\$5 \\\\

  bye
  EOT;

$lang['nowdoc'] = <<<'END_OF_TEXT'
$raw 'text'
END_OF_TEXT;
?>`,
  },
});

const inReturn = (name: string): string => `return[]->'${name}'`;

describeFormat({
  format: php,
  isNested: true,
  keyOf: inReturn,
  units: fc
    .array(
      anyKeyedUnit(
        fc.oneof(
          anyName.map(inReturn),
          anyName.map((name) => `return[]->'group'[]->'${name}'`),
        ),
      ),
      { maxLength: 6 },
    )
    .map((units) => byGroup(distinct(units))),
  samples: {
    "a returned array": `<?php
declare(strict_types=1);

return [
    // one
    'a' => 'x', // two
    'group' => [
        "b" => "y",
        'list' => ['one', 'two'],
        3 => 'three',
        Key::NAME => 'by constant',
    ],
    'code' => trans('x') . 'y',
    'empty' => [],
    'z' => 'last'
];
`,
  },
});

const anyLaravelText = anyText.map((text) => text.replaceAll("|", "/"));
const anyLaravelTarget = anyTarget.map((text) => text.replaceAll("|", "/"));
const anyPath = fc
  .tuple(fc.constantFrom("", "group.", "group.sub.", "other."), fc.constantFrom("a", "b", "c", "Ω", "it's"))
  .map(([group, name]) => group + name);

describeFormat({
  format: laravel,
  isNested: true,
  texts: anyLaravelText,
  units: fc
    .array(
      fc.oneof(
        anyKeyedUnit(anyPath, anyLaravelTarget),
        fc.tuple(anyPath, anyLaravelText, anyLaravelText).map(([key, one, many]) => keyedUnit(key, one, many)),
      ),
      { maxLength: 8 },
    )
    .map((units) => byGroup(distinct(units))),
  samples: {
    "as the framework writes it": `<?php

return [

    /*
    |--------------------------------------------------------------------------
    | Authentication Language Lines
    |--------------------------------------------------------------------------
    */

    'failed' => 'These credentials do not match our records.',
    'throttle' => 'Too many login attempts. Please try again in :seconds seconds.',

    'custom' => [
        'attribute-name' => [
            'rule-name' => 'custom-message',
        ],
    ],

    'attributes' => [],

    'apples' => 'There is one apple|There are many apples',
    'minutes' => '{0} none|[1,19] some|[20,*] many',

];
`,
    "with array()": `<?php
return array(
	"a" => "x",
	"g" => array(
		"b" => "y", "c" => "z"
	)
);
`,
    "on one line": "<?php return ['a' => 'x', 'b' => ['c' => 'y']];\n",
  },
});

/** In the order in which a file holds them. */
function byGroup(units: readonly Unit[]): readonly Unit[] {
  const groupOf = ({ key }: Unit): string =>
    key.slice(0, Math.max(0, key.lastIndexOf(key.startsWith("return[]") ? "->" : ".")));
  const groups = ["", "return[]", "return[]->'group'[]", "group", "group.sub", "other"];
  return units.toSorted((one, other) => groups.indexOf(groupOf(one)) - groups.indexOf(groupOf(other)));
}
