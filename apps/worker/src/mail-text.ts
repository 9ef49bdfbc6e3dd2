/** Names are typed by people: nothing in them may become markup or a header. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function singleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 100);
}
