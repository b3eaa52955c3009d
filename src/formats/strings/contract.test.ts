import * as fc from "fast-check";
import { anyKeyedUnit, anyText, describeFormat, distinct } from "../format.contract.ts";
import { strings } from "./index.ts";

const anyKey = fc.oneof(anyText, fc.constantFrom("Save", "CFBundleName", "a.b", "%d items", "/* no comment */", "//"));

describeFormat({
  format: strings,
  duplicates: `"a" = "x";\n"b" = "y";\n"a" = "z";\n`,
  units: fc.array(anyKeyedUnit(anyKey), { maxLength: 8 }).map(distinct),
  samples: {
    "as genstrings writes":
      '/* Title of the window */\n"About %@" = "O aplikaci %@";\n\n/* No comment provided by engineer. */\n"Cancel" = "Zrušit";\n\n' +
      '/* Many\n   lines. */\n"Say \\"no\\"" = "Řekni „ne“\\n";\n',
    "as people write, with a header":
      "/* \n  Localizable.strings\n  Shop\n\n  Created by Jan on 1.1.2020.\n  Copyright © 2020 Shop. All rights reserved.\n*/\n\n" +
      '// MARK: - Cart\n\n// The button\n"cart.buy" = "Koupit"; // imperative\n"cart.empty"="";\n\n"cart.total"    =    "Celkem: %1$.2f %2$@";\n' +
      '\n/* MARK: Login */\n\n"login" = "Don\'t worry";\n// "old" = "gone";\n',
    "InfoPlist, bare":
      'CFBundleDisplayName = "Obchod";\nNSCameraUsageDescription = "Kvůli kódům";\nkey.bare = value-1;\n',
    "braces, single quotes, odd ones":
      '{\n    \'a\' = \'it\\\'s\';\n    "only a key";\n    "\\U0161" /* in */ = /* between */ "\\U010d\\e";\n' +
      '    "list" = ( "a", b, { c = <0fbd 77>; } );\n    "twice" = "1";\n    "raw" = "two\nlines";\n    "d" = "\\341";\n}\n',
    "on one line": '"a" = "1"; "b" = "2"; "c" = "3"; // end\n',
  },
});
