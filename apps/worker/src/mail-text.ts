import { looksLikeLink } from "@airlock/contract";

/** Names are user input: they must not become markup or a header. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function singleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 100);
}

const maxName = 60;
const maxNote = 500;

/**
 * A name for display between quotation marks in a mail: one short line that no mail client turns into a link. Such names are refused when they are
 * set; this covers names stored earlier and those from an identity provider.
 */
export function mailName(text: string): string {
  return mailLine(text, maxName);
}

/** A note for display between quotation marks in a mail, in one paragraph. */
export function mailNote(text: string): string {
  return mailLine(text, maxNote);
}

function mailLine(text: string, maxLength: number): string {
  const line = text
    .normalize("NFKC")
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replaceAll('"', "'")
    .trim();
  const harmless = looksLikeLink(line)
    ? line
        .replaceAll("://", " ")
        .replaceAll("@", " at ")
        .replaceAll(/[.\u3002](?=\S)/gu, "\u00b7")
        .replaceAll(/:(?=\S)/gu, " ")
    : line;
  return harmless.length <= maxLength ? harmless : `${harmless.slice(0, maxLength - 1)}\u2026`;
}

/** Greets by name if the text is a name: letters and the characters that occur between them. */
export function greetingOf(firstName: string): string {
  const name = firstName.trim();
  return /^[\p{L}\p{M}' .\u2019-]{1,40}$/u.test(name) && !looksLikeLink(name) ? `Hello ${name},` : "Hello,";
}
