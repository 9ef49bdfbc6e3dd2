import type { Overlay, PartOverlay } from "./overlay.ts";

/** Two paths through one diagram: parts of the new one only, of the old one only, and of both. */
export function pathsOverlay(left: readonly string[], right: readonly string[]): Overlay {
  const [old, now] = [new Set(left), new Set(right)];
  const overlay = new Map<string, PartOverlay>();
  for (const id of new Set([...left, ...right])) {
    const tone = !old.has(id) ? "more" : !now.has(id) ? "less" : "both";
    const spoken = tone === "more" ? "only in the new one" : tone === "less" ? "only in the old one" : "in both";
    overlay.set(id, { tone, width: tone === "less" ? 3 : 4, spoken });
  }
  return overlay;
}
