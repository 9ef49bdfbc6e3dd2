/** Which literals of a source are texts that a user reads: by what they are called, and else by how they look. */

/** Attributes, properties, variables and functions that are called so hold texts. */
const textName =
  /(?:^|[a-z-]|(?=[A-Z]))(?:labels?|titles?|texts?|placeholder|alt|help|helper|helperText|hints?|messages?|description|sentences?|heading|head|reasons?|words|caption|tooltip|summary|question|empty|note|explanation|subtitle|spoken|why|singular|plural)$/i;

/** Attributes, properties and variables that are called so hold values of the program. */
const valueName =
  /^(?:class|classes|id|ids|key|ref|href|to|from|src|type|kind|name|role|variant|color|colour|size|icon|icons|component|as|d|fill|stroke|transform|viewBox|method|rel|target|code|codes|tone|look|typeLabel|path|url|accept|autoComplete|inputMode|lang|locale|timeZone|style|sx|align|position|display|slot|event|permission|permissions|field|property|pattern|flags|defaults|contentType|format|mime|query|selector|channel|database|store|version|authorization|headers|scope|mergeKey)$|^data-|^aria-(?!label$|description$|valuetext$|roledescription$)|class(?:es|Name)?$|Class$|Key$|Id$|Href$|Path$|Url$|Style$|Icon$|Props$/;

/** Calls whose arguments no user reads. */
const valueCall =
  /^(?:fetch|get|put|post|patch|delete|set|has|linkFor|createElement|setAttribute|getAttribute|removeAttribute|setProperty|addEventListener|removeEventListener|dispatchEvent|CustomEvent|querySelector|querySelectorAll|closest|matches|matchMedia|startsWith|endsWith|includes|indexOf|lastIndexOf|split|replace|replaceAll|match|test|exec|log|warn|debug|RegExp|URL|URLSearchParams|Worker|literal|enum|keyframes|\w*Error|getContext|open|getItem|setItem|removeItem|useTitleOf|lazy)$/;

export type Naming = "text" | "value" | "unknown";

export function namingOf(name: string): Naming {
  return valueName.test(name) ? "value" : textName.test(name) ? "text" : "unknown";
}

export function takesValues(call: string): boolean {
  return valueCall.test(call);
}

/** Elements whose content is code, a key or a drawing. */
export function isOpaque(element: string): boolean {
  return /^(?:code|kbd|pre|samp|script|style|path|title)$/.test(element);
}

export const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\{\d+\}|<\/?\d+\/?>/g, " "));

const wordToken = /^["'‘“(]*\p{L}[\p{L}'’-]*["'’”)]*[.,:;!?…%]*["'’”)]*$/u;
const gapToken = /^["'(]*\{\d+\}["')]*[.,:;!?…%]*$/;
const programText = /^Bearer |^[/.#@&[*$]|^--|^https?:|:\/\/|=>|^[a-z-]+:\S|'[{}]'|\((?:min|max|prefers)-|^\s*\w+: "/;

/** At least two words or a word and a value, as in a sentence; or one word with a capital. */
export function looksLikeText(text: string, classNames: ReadonlySet<string>): boolean {
  if (programText.test(text) || !hasLetters(text)) return false;
  const tokens = text.trim().split(/\s+/);
  const words = tokens.filter((token) => wordToken.test(token));
  if (tokens.length === 1) return /^\p{Lu}\p{Ll}+[.:!?…]*$/u.test(text) || /^\s+\p{Ll}+\s+$/u.test(text);
  if (!words.some((word) => hasLetters(word))) return false;
  if (tokens.every((token) => classNames.has(token) || gapToken.test(token)) && !/\p{Lu}|[.,]/u.test(text)) return false;
  return words.length + tokens.filter((token) => gapToken.test(token)).length >= tokens.length * 0.6;
}
