export interface Word {
  readonly pattern: RegExp;
  readonly instead: string;
}

/**
 * Words and phrases that have a standard term, with that term. CONTRIBUTING.md says how to write; this list catches what came in most often. A word
 * that is right in one place is allowed there by `exceptions.ts`.
 */
export const words: readonly Word[] = [
  { pattern: /\bstands?\b(?! (?:for|alone|up|out|by)\b)|\bstood\b/gi, instead: "is, is stored in, is shown in" },
  { pattern: /\btold\b|\btells\b/gi, instead: "sent, reported, says" },
  { pattern: /\basked\b|\basks\b/gi, instead: "called, requested, requires" },
  { pattern: /\bheard\b|\bhears\b/gi, instead: "received" },
  { pattern: /\b(?:whoever|somebody|nobody|everybody|people)\b/gi, instead: "the caller, the user, a role by name, no one" },
  { pattern: /\banew\b|\bonce more\b/gi, instead: "again" },
  { pattern: /\bwork(?:s|ed|ing)? out\b|\breckon(?:s|ed)?\b/gi, instead: "compute" },
  { pattern: /\bgo(?:es)? on\b|\bwent on\b/gi, instead: "continue" },
  { pattern: /\bmend(?:s|ed)?\b|\bma(?:de|ke|kes) good\b/gi, instead: "fix, repair" },
  { pattern: /\b(?:bring|brings|brought|bringing) back\b/gi, instead: "normalise, restore" },
  { pattern: /\b(?:hold|holds|held) (?:against|beside)\b/gi, instead: "compare with" },
  { pattern: /\blook(?:s|ed|ing)? (?:into|over)\b/gi, instead: "inspect, profile" },
  { pattern: /\b(?:is|are|was|were) gone\b|\btaken away\b/gi, instead: "deleted, removed" },
  { pattern: /\b(?:lies|lie) (?:in|beside|behind|there|under)\b/gi, instead: "is in" },
  { pattern: /\b(?:is|are|was) no matter\b|\bas ever\b|\bwhat lacks\b|\bmade up for\b|\bcomes? to nothing\b/gi, instead: "plain English" },
  { pattern: /\bthe world\b/gi, instead: "side effects, I/O" },
  { pattern: /\blearnt\b/gi, instead: "learned" },
  { pattern: /\bforetold?\b/gi, instead: "predict" },
  {
    pattern: /\bwhat (?:became|becomes|comes|came|come) of\b|\b(?:comes|came) of (?:it|them)\b/gi,
    instead: "the outcome, the result, how it ended",
  },
  { pattern: /\bunder way\b/gi, instead: "in progress, running" },
  { pattern: /\bcannot be had\b|\bdrawn otherwise\b|\beach value for itself\b/gi, instead: "cannot be loaded, changed, separately" },
  { pattern: /\bmay look at\b|\blook(?:s|ed)? (?:it|them) over\b/gi, instead: "can view, review" },
  { pattern: /\bas (?:it|one) may\b|\bmore to do than\b|\bmeans what it says\b/gi, instead: "the limit is reached, or what is meant" },
  { pattern: /\b(?:another|each|per) question\b|\bfor one question\b/gi, instead: "request, run" },
  { pattern: /\bthe present one\b|\bcounted no more\b|\bnothing of it is\b/gi, instead: "the current one, no longer" },
  // The specification's buttons are called Log In.
  { pattern: /\b[Ll]og(?:s|ged|ging)? in\b/g, instead: "sign in" },
  { pattern: /\b(?:way|ways) (?:it|they) (?:took|went)\b/gi, instead: "path" },
];

/** Parts of identifiers that have a standard name. */
export const identifierWords: readonly Word[] = [
  { pattern: /\btold\b|\basked\b|\bsaid\b|\bheard\b/gi, instead: "response, result, request, received" },
  { pattern: /\bmost\b(?= [A-Z])|\bat Most\b/g, instead: "max" },
  { pattern: /\btape\b/gi, instead: "bytecode" },
  { pattern: /\bwhoever\b|\bnobody\b|\bsomebody\b/gi, instead: "caller, user, none" },
];

/** Whole identifiers that have a better name; counted in all code, tests too. */
export const replacedNames: readonly { readonly name: string; readonly instead: string }[] = [
  { name: "most", instead: "max, or what it is: limit, largest, slowest" },
  { name: "asked", instead: "requested, called, received, query, options" },
  { name: "told", instead: "response, result, received, reported" },
];
