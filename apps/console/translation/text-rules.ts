/** Which literals of a source are texts that a user reads: by what they are called, and else by how they look. */

/** Attributes, properties, variables and functions that are called so hold texts. */
const textName =
  /(?:^|[a-z-]|(?=[A-Z]))(?:labels?|titles?|texts?|placeholder|alt|help|helper|helperText|hints?|messages?|description|sentences?|heading|heads?|reasons?|words?|caption|tooltip|summary|question|empty|note|explanation|subtitle|spoken|says|verb|why|singular|plural)$|^(?:noun|one|many|words?)$/i;

/** Attributes, properties and variables that are called so hold values of the program. */
const valueName =
  /^(?:class|classes|id|ids|key|ref|href|to|from|src|type|kind|role|variant|color|colour|size|icon|icons|component|as|d|fill|stroke|transform|viewBox|method|rel|target|code|codes|tone|look|typeLabel|path|url|accept|autoComplete|inputMode|lang|locale|timeZone|style|sx|align|position|display|slot|event|permission|permissions|field|property|pattern|flags|defaults|contentType|format|mime|query|selector|channel|database|store|version|authorization|headers|scope|mergeKey|mergeWith|queryKey)$|^data-(?!label$|title$)|^aria-(?!label$|description$|valuetext$|roledescription$)|class(?:es|Name)?$|Class$|Key$|Id$|Href$|Path$|Url$|Style$|Icon$|Props$/;

/** Names of tables that have a text for each value: `const statusTitles = { live: "Live" }`. */
const textTable = /(?:labels|titles|texts|words|messages|hints|sentences|reasons|descriptions|headings|captions|plurals)$/i;

export function isTextTable(name: string): boolean {
  return textTable.test(name);
}

/** Names of lists of texts, which may be values elsewhere: `heads={["Day", "Column"]}`. */
export function isTextList(name: string): boolean {
  return name === "heads";
}

/** Calls whose arguments no user reads. */
const valueCall =
  /^\.?(?:fetch|get|put|post|patch|delete|set|has|linkFor|createElement|setAttribute|getAttribute|removeAttribute|setProperty|addEventListener|removeEventListener|dispatchEvent|CustomEvent|querySelector|querySelectorAll|closest|matches|matchMedia|startsWith|endsWith|includes|indexOf|lastIndexOf|split|replaceAll|match|test|exec|log|warn|debug|RegExp|URL|URLSearchParams|Worker|Set|literal|enum|keyframes|\w*Error|getContext|open|getItem|setItem|removeItem|useTitleOf|lazy|lazyRouteComponent)$|^\.replace$/;

export type Naming = "text" | "value" | "unknown";

export function namingOf(name: string): Naming {
  return valueName.test(name) ? "value" : textName.test(name) ? "text" : "unknown";
}

export function takesValues(call: string): boolean {
  return valueCall.test(call);
}

/** Elements whose content is code, a key or a drawing. */
export function isOpaque(element: string): boolean {
  return /^(?:code|kbd|pre|samp|script|style|path)$/.test(element);
}

export const hasLetters = (text: string): boolean => /\p{L}{2}/u.test(text.replaceAll(/\{\d+\}|<\/?\d+\/?>/g, " "));

const wordToken = /^["'‘“(]*\p{L}[\p{L}'’-]*["'’”)]*[.,:;!?…%]*["'’”)]*$/u;
const gapToken = /^["'(]*(?:\{\d+\})+["')]*[.,:;!?…%]*$/;
const programText = /^Bearer |^[/.#@&[*$]|^--|^\S*:\/\/|=>|^[a-z-]+:\S|\((?:min|max|prefers)-|^\s*\w+: "/;
/** A sentence may name a field as `${application.age}`; other braces are code. */
const hasBraces = /'[{}]'/;
const sentence = /^[\p{Lu}{].*\s.*\s.*[.!?]$/u;

export function isSentence(text: string): boolean {
  return sentence.test(text);
}

/** At least two words or a word and a value, as in a sentence; or one word with a capital. */
export function looksLikeText(text: string, classNames: ReadonlySet<string>): boolean {
  if (programText.test(text) || !hasLetters(text) || (hasBraces.test(text) && !isSentence(text))) return false;
  const tokens = text.trim().split(/\s+/);
  const words = tokens.filter((token) => wordToken.test(token));
  if (tokens.length === 1) return /^\p{Lu}\p{Ll}+[.:!?…]*\s*$/u.test(text) || /^\s+\p{Ll}+\s+$/u.test(text);
  if (!words.some((word) => hasLetters(word))) return false;
  // Words such as "added" are classes too, but a list of classes has one with a hyphen.
  if (tokens.every((token) => classNames.has(token) || gapToken.test(token)) && tokens.some((token) => token.includes("-"))) return false;
  const gaps = tokens.filter((token) => gapToken.test(token));
  const signs = tokens.filter((token) => !/[\p{L}\p{N}{]/u.test(token));
  return words.length + gaps.length >= (tokens.length - signs.length) * 0.6;
}
