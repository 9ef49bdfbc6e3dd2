import type { Page } from "playwright-core";

/** What a page in the pseudo-language shows that it should not. */
export interface PseudoReport {
  /** Texts that are neither in the pseudo-language nor data. */
  readonly untranslated: readonly string[];
  /** Texts in the pseudo-language that are not shown to their end. */
  readonly cutOff: readonly string[];
}

/** `data` are the strings that the page received from the server. */
export async function pseudoReport(page: Page, data: ReadonlySet<string>): Promise<PseudoReport> {
  const seen = await page.evaluate(textsOnPage);
  const isData = (text: string): boolean => data.has(text) || isFullName(text, data) || isLongPart(text, data);
  return {
    untranslated: [...new Set(seen.plain)].filter((text) => !isData(text) && !formats.some((format) => format.test(text))),
    cutOff: [...new Set(seen.cutOff)],
  };
}

/** Two texts of the server with a space between: the names of a user. */
function isFullName(text: string, data: ReadonlySet<string>): boolean {
  const words = text.split(" ");
  return words.some((_, index) => index > 0 && data.has(words.slice(0, index).join(" ")) && data.has(words.slice(index).join(" ")));
}

/** A description is clipped, or divided into lines. */
function isLongPart(text: string, data: ReadonlySet<string>): boolean {
  const part = text.replace(/(?:…|\.\.\.)$/, "");
  return part.length >= 20 && [...data].some((one) => one.includes(part));
}

/** Names, units, keys, times, dates and numbers, which are not translated by catalogues. */
const formats = [
  /^Airlock$/,
  /^[\d\s.,:%+-]*(?:ms|s|min|h|B|kB|MB|GB|KiB|MiB|x)?[.,]?$/,
  /^(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec)\b[\d\s,:]*$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?: \d{1,2})?$/,
  /^(?:Ctrl|Shift|Alt|Enter|Esc|Tab|Space|Del|Home|End|⌘)$/i,
  // Time zones, and addresses.
  /^[A-Z][a-z]+\/[A-Z][a-z]+$/,
  /^(?:https?:)?\/\/?\S+$/,
];

function textsOnPage(): { readonly plain: readonly string[]; readonly cutOff: readonly string[] } {
  const plain: string[] = [];
  const cutOff: string[] = [];
  // The letters of `apps/console/translation/pseudo.ts`: one of them, or a bracket, is in every text of the pseudo-language.
  const isPseudo = (text: string) => /[⟦⟧~áƀçđéĝĥíĵķļñóŕšţúŵýžÁÇĐÉĜĤÍĶĻÑÓŔŠŢÚŴÝŽ]/.test(text);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Element) {
      for (const name of ["aria-label", "title", "placeholder", "alt"]) {
        const text = node.getAttribute(name)?.trim() ?? "";
        if (/\p{L}{2}/u.test(text) && !isPseudo(text)) plain.push(text);
      }
      continue;
    }
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (element === null || text === "" || element.closest("script, style, noscript, code, kbd, pre, svg title") !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0 || !element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
    if (!isPseudo(text)) {
      if (/\p{L}{2}/u.test(text)) plain.push(text);
      continue;
    }
    // Text only for screen readers is clipped on purpose.
    const hider = clippedBy(element, box);
    if (hider !== undefined) cutOff.push(`${text} (in ${hider})`);
  }
  return { plain, cutOff };

  function clippedBy(element: Element, box: DOMRect): string | undefined {
    for (let around: Element | null = element; around !== null && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const bounds = around.getBoundingClientRect();
      if (bounds.width <= 1 || bounds.height <= 1 || (style.position === "absolute" && style.clip !== "auto")) return undefined;
      if (/auto|scroll/.test(style.overflowX)) return undefined;
      if (/hidden|clip/.test(style.overflowX) && (box.right > bounds.right + 1.5 || box.left < bounds.left - 1.5))
        return `${around.tagName.toLowerCase()}.${around.className}`;
    }
    return box.right > innerWidth + 1.5 ? "the window" : undefined;
  }
}
