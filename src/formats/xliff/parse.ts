import { isTrailing, ownStart } from "../xml/edit.ts";
import { ElementReader } from "../xml/element-reader.ts";
import { childNamed, type PlacedElement, type Span } from "../xml/placed-element.ts";
import type { OpenTag } from "../xml/scan.ts";

/** 1: XLIFF 1.0 to 1.2; 2: XLIFF 2.0 and later. */
export type XliffVersion = 1 | 2;

/** An element with a source and a translation: `<trans-unit>`, or `<segment>`. */
export interface Form {
  readonly element: PlacedElement;
  readonly source: PlacedElement | undefined;
  readonly target: PlacedElement | undefined;
  readonly preservesSource: boolean;
  readonly preservesTarget: boolean;
}

/** What the service shows as one string. */
export interface Entry {
  readonly key: string;
  readonly context: string;
  /** `<trans-unit>`, `<unit>`, or the `<group>` of a plural. Several segments of a `<unit>` have it in common. */
  readonly element: PlacedElement;
  /** One for each plural form; only a plural has several. */
  readonly forms: readonly Form[];
  readonly isPlural: boolean;
  readonly isReadOnly: boolean;
  /** Of the element and the comments directly above and behind it. */
  readonly start: number;
  readonly end: number;
  readonly file: FileElement;
}

/** `<body>`, `<group>` or, in XLIFF 2, `<file>`: what units stand in. */
export interface Container {
  readonly tag: OpenTag;
  /** Where a first unit goes: behind the tag, and behind what has to stand before units. */
  readonly place: number;
  /** Where the content ends. */
  readonly end: number;
  readonly scope: Scope;
}

/** A `<file>` of the document. */
export interface FileElement {
  readonly tag: OpenTag;
  /** What keys begin with where files have to be told apart: `original` in XLIFF 1, `id` in XLIFF 2. */
  readonly name: string;
  /** Of its first unit, or for it; undefined where there is no `<body>`. */
  readonly container: Container | undefined;
  readonly end: number;
}

/** A document without its units. */
export interface XliffFrame {
  readonly text: string;
  readonly path: string | undefined;
  readonly version: XliffVersion;
  readonly root: OpenTag;
  readonly files: readonly FileElement[];
  /** As written there. */
  readonly language: string | undefined;
}

/** Between the name of a file and the id of a unit, as the service shows it. */
export const FILE_SEPARATOR = "///";
/** Between the ids of a unit and of its segment. */
const SEGMENT_SEPARATOR = "::";
const PLURAL_GROUP = "x-gettext-plurals";
const DOMAIN_HEADER = "x-gettext-domain-header";

/** What elements inherit from those around them. */
export interface Scope {
  /** `xml:space="preserve"` */
  readonly preserves: boolean;
  readonly isReadOnly: boolean;
}

interface OpenContainer extends Container {
  place: number;
  end: number;
}

interface OpenFile extends FileElement {
  container: Container | undefined;
  end: number;
}

const OUTERMOST: Scope = { preserves: false, isReadOnly: false };

/**
 * Tells of one unit after the other, so that nobody has to keep them all. Their keys are to be shown as {@link named}.
 *
 * @throws {FormatError} with line and column
 */
export function parse(
  text: string,
  version: XliffVersion,
  path: string | undefined,
  tell: (entry: Entry) => void,
): XliffFrame {
  return new Parser(text, version, path, tell).parse();
}

/** The id of a unit and what else its key says, but for the name of its file. */
export function keyWithoutFile(key: string, name: string): string {
  return name === "" ? key : key.slice(name.length + FILE_SEPARATOR.length);
}

/** Units of XLIFF 2 go by their ids alone unless the document has several files. */
export function named<Unit extends { readonly key: string; readonly context: string }>(
  unit: Unit,
  { version, files }: XliffFrame,
): Unit {
  const name = files[0]?.name ?? "";
  if (version === 1 || files.length > 1 || name === "") return unit;
  const key = keyWithoutFile(unit.key, name);
  return { ...unit, key, context: unit.context === unit.key ? key : unit.context };
}

class Parser {
  readonly #text: string;
  readonly #path: string | undefined;
  readonly #version: XliffVersion;
  readonly #reader: ElementReader;
  readonly #files: OpenFile[] = [];
  readonly #tell: (entry: Entry) => void;
  /** A comment may still follow that is its own. */
  #last: Entry | undefined;
  readonly #open: OpenContainer[] = [];
  #comments: Span[] = [];

  constructor(text: string, version: XliffVersion, path: string | undefined, tell: (entry: Entry) => void) {
    this.#tell = tell;
    this.#text = text;
    this.#path = path;
    this.#version = version;
    this.#reader = new ElementReader(text, path);
  }

  parse(): XliffFrame {
    const root = this.#reader.root(["xliff"], "around the strings");
    this.#checkVersion(root);
    if (!root.selfClosing) this.#open.push(this.#containerOf(root));
    for (let token = this.#reader.next(); token !== undefined; token = this.#reader.next()) {
      if (token.kind === "open") this.#tag(token);
      else if (token.kind === "close") this.#close(token);
      else this.#comment(token);
    }
    this.#reader.finish();
    this.#next(undefined);
    return {
      text: this.#text,
      path: this.#path,
      version: this.#version,
      root,
      files: this.#files,
      language: this.#language(root),
    };
  }

  #checkVersion(root: OpenTag): void {
    const version = root.attributes.get("version") ?? `${String(this.#version)}.`;
    if (version.startsWith(`${String(this.#version)}.`)) return;
    const other = this.#version === 1 ? "xliff2" : "xliff";
    this.#reader.fail(root.start, `the file is XLIFF ${version}; read it as "${other}"`);
  }

  #language(root: OpenTag): string | undefined {
    if (this.#version === 2) return root.attributes.get("trgLang");
    return this.#files.map(({ tag }) => tag.attributes.get("target-language")).find((tag) => tag !== undefined);
  }

  #containerOf(tag: OpenTag): OpenContainer {
    return { tag, scope: scopeOf(tag, this.#scope()), place: tag.end, end: tag.end };
  }

  #scope(): Scope {
    return this.#open.at(-1)?.scope ?? OUTERMOST;
  }

  #tag(tag: OpenTag): void {
    const { name } = tag;
    if (name === "file") this.#files.push({ tag, name: this.#nameOf(tag), container: undefined, end: tag.end });
    if (name === "trans-unit" && this.#version === 1) this.#transUnit(tag);
    else if (name === "unit" && this.#version === 2) this.#unit(tag);
    else if (name === "group" && isPluralGroup(tag)) this.#plural(tag);
    else if (name === "file" || name === "group" || (name === "body" && this.#version === 1)) this.#enter(tag);
    else this.#other(tag);
  }

  #nameOf({ attributes }: OpenTag): string {
    return attributes.get(this.#version === 1 ? "original" : "id") ?? "";
  }

  #enter(tag: OpenTag): void {
    const container = this.#containerOf(tag);
    this.#comments = [];
    if (tag.selfClosing) return this.#offer(container);
    this.#reader.enter(tag);
    this.#open.push(container);
  }

  #close({ start, end }: Span): void {
    const container = this.#open.pop();
    this.#comments = [];
    if (container === undefined) return;
    container.end = start;
    this.#offer(container);
    const file = this.#files.at(-1);
    if (container.tag === file?.tag) file.end = end;
  }

  /** The place of units in a file that has none. */
  #offer(container: OpenContainer): void {
    const file = this.#files.at(-1);
    if (file !== undefined && container.tag.name === (this.#version === 1 ? "body" : "file")) {
      file.container ??= container;
    }
  }

  /** A header, a note, an extension: all that is no unit stays as it is. */
  #other(tag: OpenTag): void {
    const { end } = this.#reader.element(tag);
    const container = this.#open.at(-1);
    if (container !== undefined && this.#files.at(-1)?.container !== container) container.place = end;
    this.#comments = [];
  }

  #comment(comment: Span): void {
    const last = this.#last;
    if (last !== undefined && this.#comments.length === 0 && isTrailing(this.#text, last.end, comment)) {
      this.#last = { ...last, end: comment.end };
    } else this.#comments.push(comment);
  }

  #next(entry: Entry | undefined): void {
    if (this.#last !== undefined) this.#tell(this.#last);
    this.#last = entry;
  }

  #transUnit(tag: OpenTag): void {
    const element = this.#reader.element(tag);
    if (tag.attributes.get("restype") === DOMAIN_HEADER) return;
    const scope = scopeOf(tag, this.#scope());
    const form = formOf(element, scope);
    this.#entry({ element, id: this.#idOf(form), forms: [form], isPlural: false, scope });
  }

  #plural(tag: OpenTag): void {
    const element = this.#reader.element(tag);
    const scope = scopeOf(tag, this.#scope());
    const units = element.children.filter((child) => child.tag.name === "trans-unit");
    const forms = units.map((unit) => formOf(unit, scopeOf(unit.tag, scope)));
    const [first] = forms;
    if (first === undefined) return;
    const id = tag.attributes.get("id") ?? this.#idOf(first).replace(/\[\d+\]$/, "");
    this.#entry({ element, id, forms, isPlural: true, scope });
  }

  /** A unit without an id is known by its name, or else by its text. */
  #idOf({ element: { tag }, source }: Form): string {
    const id = tag.attributes.get("id") ?? tag.attributes.get("resname");
    return id ?? (source === undefined ? "" : this.#text.slice(source.contentStart, source.contentEnd));
  }

  #unit(tag: OpenTag): void {
    const element = this.#reader.element(tag);
    const scope = scopeOf(tag, this.#scope());
    const unit = tag.attributes.get("id") ?? "";
    const segments = element.children.filter((child) => child.tag.name === "segment");
    for (const [index, segment] of segments.entries()) {
      const own =
        segment.tag.attributes.get("id") ?? (segments.length > 1 ? `segment-${String(index + 1)}` : undefined);
      const id = own === undefined ? unit : unit + SEGMENT_SEPARATOR + own;
      this.#entry({ element, id, forms: [formOf(segment, scope)], isPlural: false, scope });
    }
  }

  #entry(found: {
    readonly element: PlacedElement;
    readonly id: string;
    readonly forms: readonly Form[];
    readonly isPlural: boolean;
    readonly scope: Scope;
  }): void {
    const { element, id, forms, isPlural, scope } = found;
    const file = this.#files.at(-1);
    if (file === undefined) return this.#reader.fail(element.tag.start, `<${element.tag.name}> outside any <file>`);
    file.container ??= this.#open.at(-1);
    const { attributes, start } = element.tag;
    const key = file.name === "" ? id : file.name + FILE_SEPARATOR + id;
    const name = this.#version === 1 ? attributes.get("resname") : attributes.get("name");
    this.#next({
      key,
      context: name === undefined || name === "" ? key : name,
      element,
      forms,
      isPlural,
      isReadOnly: scope.isReadOnly,
      start: ownStart(this.#text, start, this.#comments),
      end: element.end,
      file,
    });
    this.#comments = [];
  }
}

function isPluralGroup({ attributes }: OpenTag): boolean {
  return attributes.get("restype") === PLURAL_GROUP;
}

function scopeOf({ attributes }: OpenTag, outer: Scope): Scope {
  if (attributes.size === 0) return outer;
  const translate = attributes.get("translate");
  const isPreserving = preserves(attributes, outer.preserves);
  const isReadOnly = translate === undefined ? outer.isReadOnly : translate.toLowerCase() === "no";
  const isAlike = isPreserving === outer.preserves && isReadOnly === outer.isReadOnly;
  return isAlike ? outer : { preserves: isPreserving, isReadOnly };
}

function preserves(attributes: ReadonlyMap<string, string>, outer: boolean): boolean {
  const space = attributes.get("xml:space");
  return space === undefined ? outer : space === "preserve";
}

function formOf(element: PlacedElement, scope: Scope): Form {
  const source = childNamed(element, "source");
  const target = childNamed(element, "target");
  return {
    element,
    source,
    target,
    preservesSource: source === undefined ? scope.preserves : preserves(source.tag.attributes, scope.preserves),
    preservesTarget: target === undefined ? scope.preserves : preserves(target.tag.attributes, scope.preserves),
  };
}
