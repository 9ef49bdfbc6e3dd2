const rgb = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i;
const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const shortHex = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i;

/** A colour in the notation of documents, rgb(0,192,255). Other texts are refused, so that they cannot get into a style. */
export function toColour(text: string): string | undefined {
  const trimmed = text.trim();
  const decimal = rgb.exec(trimmed)?.slice(1).map(Number);
  const long = hex
    .exec(trimmed)
    ?.slice(1)
    .map((part) => Number.parseInt(part, 16));
  const short = shortHex
    .exec(trimmed)
    ?.slice(1)
    .map((part) => Number.parseInt(part + part, 16));
  const parts = decimal ?? long ?? short;
  return parts?.every((part) => part <= 255) ? `rgb(${parts.join(",")})` : undefined;
}
