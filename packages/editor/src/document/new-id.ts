const alphabet = "0123456789abcdefghijklmnopqrstuvwxyz";
const length = 12;

/** A new id for a node, link, row or field: letters and digits, which all of them allow; 62 bits of chance in a document of thousands. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  // Starts with a letter, so that an id is never mistaken for a number. The slight bias of the remainder does not matter for ids.
  return Array.from(bytes, (byte, place) => alphabet[place === 0 ? 10 + (byte % 26) : byte % 36]).join("");
}
