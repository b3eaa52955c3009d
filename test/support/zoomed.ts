import type { Page } from "playwright-core";

/** A window of 1,280 × 1,024 at 400 %. */
export const zoomed = { width: 320, height: 256 } as const;

/**
 * What is wrong with a page for whoever looks at it at 400 %: it scrolls sideways, or what has the focus lies out of sight or under
 * something else. All that can be opened on it is opened.
 */
export async function faultsZoomed(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    const faults = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) {
      const wide = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1);
      const last = wide.at(-1);
      faults.push(["scrolls sideways by", over, last?.tagName, last?.className, last?.textContent.trim().slice(0, 40)].join(" "));
    }
    const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
    for (const control of document.querySelectorAll(controls)) {
      if (control.disabled || !control.checkVisibility()) continue;
      control.focus();
      if (document.activeElement !== control) continue;
      const name = [control.tagName, control.id || control.name || "", control.textContent.trim().slice(0, 40)].join(" ");
      // A link may go over lines: its first one.
      const [box] = control.getClientRects();
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      if (right - left < 1 || bottom - top < 1) {
        faults.push("out of sight: " + name);
        continue;
      }
      const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isSeen = above !== null && (control.contains(above) || above.contains(control) || above.closest("label")?.control === control);
      if (!isSeen) faults.push("covered: " + name);
    }
    return faults;
  })()`);
}
