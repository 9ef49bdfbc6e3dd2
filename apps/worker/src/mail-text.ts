import { looksLikeLink } from "@airlock/contract";

/** Names are typed by people: nothing in them may become markup or a header. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function singleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 100);
}

const maxName = 60;
const maxNote = 500;

/**
 * A name as a mail shows it between quotation marks: one short line that no mail client makes a link of. Names are refused when they are set;
 * this covers those that were stored before, and those that an identity provider brings.
 */
export function mailName(text: string): string {
  return mailLine(text, maxName);
}

/** A note as a mail shows it between quotation marks, in one paragraph. */
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

/** A greeting by name, if it is a name: letters, and what stands between them. */
export function greetingOf(firstName: string): string {
  const name = firstName.trim();
  return /^[\p{L}\p{M}' .\u2019-]{1,40}$/u.test(name) && !looksLikeLink(name) ? `Hello ${name},` : "Hello,";
}
