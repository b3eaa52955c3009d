import * as fc from "fast-check";
import { isEmpty } from "../../catalog/texts.ts";
import { unitStates, type Unit } from "../../catalog/unit.ts";
import { anyTarget, anyText, aUnit, describeFormat, distinct } from "../format.contract.ts";
import { xcstrings } from "./index.ts";

const anyUnit: fc.Arbitrary<Unit> = fc
  .record({
    key: anyText,
    target: fc.oneof(fc.tuple(anyTarget), fc.tuple(anyTarget, anyTarget, anyTarget)),
    needsEditing: fc.boolean(),
  })
  .map(({ key, target, needsEditing }) => {
    const state = needsEditing ? unitStates.needsEditing : unitStates.translated;
    return aUnit({ key, target, state: isEmpty(target) ? unitStates.untranslated : state });
  });

const xcode = `{
  "sourceLanguage" : "cs",
  "strings" : {
    "%@ ate %lld apples" : {
      "localizations" : {
        "cs" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "%1$@ ate %#@apples@"
          },
          "substitutions" : {
            "apples" : {
              "argNum" : 2,
              "formatSpecifier" : "lld",
              "variations" : {
                "plural" : {
                  "few" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "few"
                    }
                  },
                  "one" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg apple"
                    }
                  },
                  "other" : {
                    "stringUnit" : {
                      "state" : "translated",
                      "value" : "%arg apples"
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "Brand" : {
      "comment" : "Never translated",
      "shouldTranslate" : false
    },
    "Cancel" : {

    },
    "click" : {
      "extractionState" : "manual",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Klikněte"
          }
        },
        "cs" : {
          "variations" : {
            "device" : {
              "iphone" : {
                "stringUnit" : {
                  "state" : "translated",
                  "value" : "Tap"
                }
              },
              "other" : {
                "variations" : {
                  "plural" : {
                    "few" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "few"
                      }
                    },
                    "one" : {
                      "stringUnit" : {
                        "state" : "new",
                        "value" : "Click"
                      }
                    },
                    "other" : {
                      "stringUnit" : {
                        "state" : "translated",
                        "value" : "Clicks"
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    },
    "Save" : {
      "extractionState" : "stale",
      "localizations" : {
        "de" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Uložit"
          }
        },
        "cs" : {
          "stringUnit" : {
            "state" : "needs_review",
            "value" : "Save"
          }
        }
      }
    }
  },
  "version" : "1.0"
}`;

describeFormat({
  format: xcstrings,
  isNested: true,
  units: fc.array(anyUnit, { maxLength: 5 }).map(distinct),
  samples: {
    "as Xcode writes it": xcode,
    compact:
      '{"sourceLanguage":"de","strings":{"a":{"localizations":{"de":{"stringUnit":{"state":"translated","value":"A"}}}},"b":{"localizations":{"de":{"stringUnit":{"value":"B"}}}}},"version":"1.0"}\n',
  },
});
