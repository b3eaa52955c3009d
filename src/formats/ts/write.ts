import { isEmpty } from "../../catalog/texts.ts";
import { CONTEXT_SEPARATOR, unitStates, type Unit } from "../../catalog/unit.ts";
import { xmlTag } from "../xml/write.ts";
import type { TsStyle } from "./style.ts";
import { encodeText } from "./text.ts";

/** What stands in a message beside its translation. */
interface Identity {
  readonly name: string;
  readonly comment: string;
  readonly id: string | undefined;
  readonly source: string;
}

/** A unit whose key is its context has an id; the last line of the context is it. */
function identityOf({ key, context, source }: Unit): Identity {
  const at = key.indexOf(CONTEXT_SEPARATOR);
  if (at === -1 && (context === "" || context !== key || source[0] === key)) {
    return { name: "", comment: "", id: undefined, source: key };
  }
  const lines = (at === -1 ? key : key.slice(0, at)).split("\n");
  const id = at === -1 ? lines.pop() : undefined;
  const [name = "", ...comment] = lines;
  return { name, comment: comment.join("\n"), id, source: at === -1 ? (source[0] ?? "") : key.slice(at + 1) };
}

/** The name of the `<context>` that a unit is in. */
export function contextNameOf(unit: Unit): string {
  return identityOf(unit).name;
}

export function writeContext(name: string, units: readonly Unit[], style: TsStyle): string {
  const messages = units.map((unit) => style.message + writeMessage(unit, style));
  return `${style.context}<context>${style.message}${element("name", name, style)}${messages.join("")}${style.contextEnd}</context>`;
}

/** Without what stands before it. */
export function writeMessage(unit: Unit, style: TsStyle): string {
  const { comment, id, source } = identityOf(unit);
  const isPlural = unit.source.length > 1 || unit.target.length > 1;
  const isFinished = !isEmpty(unit.target) && unit.state !== unitStates.needsEditing;
  const translation = xmlTag("translation", { type: isFinished ? undefined : "unfinished" });
  const [text = ""] = unit.target;
  const content = isPlural ? writeForms(unit.target, style) : encodeText(text, style.spellings, style.lineEnd);
  const children = [
    ...locations(unit.location),
    element("source", source, style),
    ...(isFinished || unit.previousSource === "" ? [] : [element("oldsource", unit.previousSource, style)]),
    ...(comment === "" ? [] : [element("comment", comment, style)]),
    ...(unit.note === "" ? [] : [element("extracomment", unit.note, style)]),
    `${translation}${content}</translation>`,
  ];
  const open = xmlTag("message", { id, numerus: isPlural ? "yes" : undefined });
  return `${open}${children.map((child) => style.child + child).join("")}${style.messageEnd}</message>`;
}

/** The content of a plural's `<translation>`. */
export function writeForms(target: readonly string[], style: TsStyle): string {
  const forms = target.map((text) => style.form + element("numerusform", text, style));
  return forms.join("") + style.formsEnd;
}

function element(name: string, text: string, { spellings, lineEnd }: TsStyle): string {
  return `<${name}>${encodeText(text, spellings, lineEnd)}</${name}>`;
}

function locations(location: string): readonly string[] {
  return location
    .split(/\s+/)
    .filter((place) => place !== "")
    .map((place) => {
      const [, filename = place, line] = /^(.*):(\d+)$/.exec(place) ?? [];
      return xmlTag("location", { filename, line }, true);
    });
}
