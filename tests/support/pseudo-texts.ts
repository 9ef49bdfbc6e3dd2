import {
  calculationOperators,
  conditionOperators,
  fieldTypes,
  formulaFunctions,
  hitPolicies,
  kinds,
  operandSources,
  setterOperators,
  webCallMethods,
} from "@airlock/flow";
import type { Page } from "playwright-core";

/** What a page in the pseudo-language shows that it should not. */
export interface PseudoReport {
  /** Texts that are neither in the pseudo-language nor data. */
  readonly untranslated: readonly string[];
  /** Texts in the pseudo-language that are not shown to their end. */
  readonly cutOff: readonly string[];
}

/** Reads pages of one user in the pseudo-language. */
export class PseudoReader {
  /** Texts that are no messages of the console. Data is only added, so they stay so and are not compared again. */
  readonly #known = new Set<string>();

  /** `data` are the strings that the pages have received from the server. */
  async report(page: Page, data: ReadonlySet<string>): Promise<PseudoReport> {
    // After a change of the window's size its layout is that of the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const seen = await page.evaluate(textsOnPage);
    const unknown = [...new Set(seen.plain)].filter((text) => !this.#known.has(text) && !formats.some((format) => format.test(text)));
    const longestFirst =
      unknown.length === 0
        ? []
        : [...data, ...language].filter((one) => /\p{L}{2}/u.test(one)).toSorted((one, other) => other.length - one.length);
    const isData = (text: string): boolean => data.has(text) || isLongPart(text, data) || isComposed(text, longestFirst);
    const untranslated: string[] = [];
    for (const text of unknown) {
      if (isData(text)) this.#known.add(text);
      else untranslated.push(text);
    }
    return { untranslated, cutOff: [...new Set(seen.cutOff)] };
  }
}

/** Words of the language of flows, which are stored in definitions. */
const language: ReadonlySet<string> = new Set([
  ...fieldTypes,
  ...operandSources,
  ...conditionOperators,
  ...setterOperators,
  ...calculationOperators,
  ...hitPolicies,
  ...webCallMethods,
  ...Object.keys(kinds),
  ...Object.keys(formulaFunctions),
  ...Object.values(kinds).map(({ typeLabel }) => typeLabel),
]);

/** Texts of the server with signs, numbers and words of the language between them: "Personal loan, 2.0". */
function isComposed(text: string, longestFirst: readonly string[]): boolean {
  let rest = text;
  for (const one of longestFirst) {
    const at = rest.indexOf(one);
    if (at === -1 || isLetter(rest[at - 1]) || isLetter(rest[at + one.length])) continue;
    rest = rest.replaceAll(one, " ");
  }
  return rest.split(/[\s,;:()]+/).every((word) => !/\p{L}{2}/u.test(word) || formats.some((format) => format.test(word)));
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[\p{L}\p{N}_]/u.test(sign);

/** A description is clipped, or divided into lines. */
function isLongPart(text: string, data: ReadonlySet<string>): boolean {
  const part = text.replace(/(?:…|\.\.\.)$/, "");
  return part.length >= 20 && [...data].some((one) => one.includes(part));
}

/** Names, units, keys, times, dates and numbers, which are not translated by catalogues. */
const formats = [
  /^Airlock$/,
  /^[\d\s.,:%+-]*(?:ms|s|min|h|B|kB|MB|GB|KiB|MiB|x)?[.,]?$/,
  /^(?:\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept|Oct|Nov|Dec)\b[\d\s,:]*(?:CES?T|UTC)?$/,
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?: \d{1,2})?$/,
  // The beginning of a key.
  /^alk_\w+$/,
  // Codes of errors.
  /^[A-Z]+(?:_[A-Z]+)+$/,
  // Initials and abbreviations.
  /^\p{Lu}{2,4}$/u,
  // A value of a sample in JSON, and names of languages.
  /^"[^"]*"$/,
  /^(?:JavaScript|Python|curl|OpenAPI)$/,
  /^(?:Ctrl|Shift|Alt|Enter|Esc|Tab|Space|Del|Home|End|⌘)$/i,
  /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
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
    // Marked as English in every build: the changelog.
    const inEnglish = node.parentElement?.closest("body [lang=en]") ?? undefined;
    if (inEnglish !== undefined) continue;
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
    // A drawing has its texts in full in the name of their part.
    if (element.closest(".cv-node, .cv-pill") !== null) continue;
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
    // A menu is moved into the window some time after the window's size has changed.
    return box.right > innerWidth + 1.5 && element.closest(".MuiPopover-root") === null ? "the window" : undefined;
  }
}
