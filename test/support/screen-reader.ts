import type { CDPSession, Page } from "playwright-core";

interface AccessibleNode {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: Told;
  readonly name?: Told;
  readonly description?: Told;
  readonly properties?: readonly { readonly name: string; readonly value: Told }[];
  readonly childIds?: readonly string[];
}

interface Told {
  readonly value?: unknown;
}

/** Their name is what stands in them. */
const named = new Set([
  "heading",
  "link",
  "button",
  "textbox",
  "radio",
  "checkbox",
  "combobox",
  "option",
  "MenuListPopup",
]);
/** What a screen reader says before what stands in it. */
const grouping = new Set([
  "group",
  "list",
  "navigation",
  "region",
  "alert",
  "status",
  "dialog",
  "form",
  "complementary",
]);

/**
 * What somebody hears who does not see the page: what Chromium hands to assistive technology, in its order, and what live regions
 * say. A screen reader of a desktop says the same in more words.
 */
export class ScreenReader {
  readonly #page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** To be called before a page is opened. */
  static async on(page: Page): Promise<ScreenReader> {
    // Whatever is said of its own accord: a region that lives already changes, or one comes with words in it.
    await page.addInitScript(`
      window.heard = [];
      const live = "[aria-live]:not([aria-live=off]), [role=status], [role=alert]";
      const hear = (place) => {
        const words = place.textContent.replace(/\\s+/g, " ").trim();
        if (words !== "") window.heard.push(words);
      };
      new MutationObserver((changes) => {
        const places = new Set();
        for (const { target, addedNodes } of changes) {
          const within = (target instanceof Element ? target : target.parentElement)?.closest(live);
          if (within) places.add(within);
          for (const node of addedNodes)
            if (node instanceof Element) {
              if (node.matches(live)) places.add(node);
              for (const each of node.querySelectorAll(live)) places.add(each);
            }
        }
        // What is taken away at once, or says that it is no such region, was none.
        for (const place of places) if (place.isConnected && place.matches(live)) hear(place);
      }).observe(document, { subtree: true, childList: true, characterData: true });`);
    const session = await page.context().newCDPSession(page);
    await session.send("Accessibility.enable");
    return new ScreenReader(page, session);
  }

  /** The whole page, a line each: texts as they are, all else with what it is. */
  async reads(): Promise<string[]> {
    const nodes = await this.#nodes();
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const lines: string[] = [];
    const read = (node: AccessibleNode | undefined): void => {
      if (node === undefined) return;
      const role = wordsOf(node.role);
      const isKnown = !node.ignored && (named.has(role) || grouping.has(role));
      if (isKnown && (named.has(role) || nameOf(node) !== "")) lines.push(lineOf(node));
      else if (!node.ignored && role === "StaticText") lines.push(nameOf(node));
      if (node.ignored || !named.has(role)) for (const id of node.childIds ?? []) read(byId.get(id));
    };
    read(nodes[0]);
    return lines;
  }

  /** What has the focus. */
  async focused(): Promise<string> {
    const found = (await this.#nodes()).findLast((node) => propertyOf(node, "focused") === true);
    return found === undefined ? "" : lineOf(found);
  }

  /** What was said of its own accord since this was asked last. */
  async said(): Promise<readonly string[]> {
    return this.#page.evaluate<readonly string[]>("window.heard.splice(0)");
  }

  /** What was said last of that. */
  async lastSaid(): Promise<string> {
    return this.#page.evaluate<string>("window.heard.at(-1) ?? ''");
  }

  async #nodes(): Promise<readonly AccessibleNode[]> {
    const { nodes } = await this.#session.send("Accessibility.getFullAXTree");
    return nodes;
  }
}

function wordsOf(told: Told | undefined): string {
  const value = told?.value;
  return (typeof value === "string" || typeof value === "number" ? String(value) : "").replaceAll(/\s+/g, " ").trim();
}

function nameOf({ name }: AccessibleNode): string {
  return wordsOf(name);
}

function propertyOf({ properties = [] }: AccessibleNode, name: string): unknown {
  return properties.find((each) => each.name === name)?.value.value;
}

/** `textbox: Translation into Czech, invalid (Shelf %d)` */
function lineOf(node: AccessibleNode): string {
  const description = wordsOf(node.description);
  const states = ["invalid", "checked"].filter((name) => String(propertyOf(node, name)) === "true");
  const said = [nameOf(node), ...states].join(", ");
  return `${wordsOf(node.role)}: ${said}${description === "" ? "" : ` (${description})`}`;
}
