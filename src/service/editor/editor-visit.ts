import type { Caller } from "../identity/permissions.ts";
import type { Visitor } from "../pages/layout.ts";
import type { Reader } from "../pages/reader.ts";
import type { Service } from "../service.ts";
import type { Words } from "../wording/words.ts";

/** Somebody at the editor: `/translate/project/component/language/?unit=7&q=state:<translated`. */
export interface EditorVisit {
  readonly service: Service;
  readonly caller: Caller;
  readonly visitor: Visitor;
  readonly request: Request;
  readonly url: URL;
  readonly read: Reader;
  /** In the language of the visitor. */
  readonly words: Words;
}
