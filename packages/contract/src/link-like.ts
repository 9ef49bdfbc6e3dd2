/** Schemes that mail clients link without slashes, and anything with them. */
const scheme = /:\/\/|\b(?:mailto|tel|sms|javascript|data):/iu;
/** `evil.com`, but neither `J.R.R. Tolkien` nor `A.Smith`: one letter before the dot counts only with a common ending behind it. */
const host = /[\p{L}\p{N}-]{2,}\.\p{L}{2,}|[\p{L}\p{N}]\.(?:com|net|org|info|biz|app|dev|xyz|co|io|me|ru|cn|de|uk|eu)\b/iu;
const numbers = /\b\d{1,3}(?:\.\d{1,3}){3}\b/u;

/** Whether a mail client would turn part of this text into a link. Full-width letters and dots count as the plain ones. */
export function looksLikeLink(text: string): boolean {
  const plain = text.normalize("NFKC").replaceAll("\u3002", ".");
  return scheme.test(plain) || /\bwww\./iu.test(plain) || /\S@\S/u.test(plain) || host.test(plain) || numbers.test(plain);
}
