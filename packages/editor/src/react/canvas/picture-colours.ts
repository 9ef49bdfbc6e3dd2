import type { PartOverlay } from "../../heat-map/overlay.ts";
import type { Compared, Mark } from "./marks.ts";

/** Colours of the page by token name, each read once. */
export function colourReader(element: HTMLElement): (name: string) => string {
  const style = getComputedStyle(element);
  const read = new Map<string, string>();
  return (name) => {
    const known = read.get(name) ?? style.getPropertyValue(`--al-${name}`).trim();
    read.set(name, known);
    return known;
  };
}

type Tone = PartOverlay["tone"];

/** As the style sheet has them for nearer nodes and links. */
const nodeTones: Readonly<Record<Exclude<Tone, "both">, string>> = {
  heat1: "heat-1",
  heat2: "heat-2",
  heat3: "heat-3",
  heat4: "heat-4",
  heat5: "heat-5",
  dead: "border-strong",
  more: "primary",
  less: "secondary",
  same: "border-strong",
};
const linkTones: Readonly<Record<Tone, string>> = {
  heat1: "link-executed",
  heat2: "link-executed",
  heat3: "link-executed",
  heat4: "heat-4",
  heat5: "heat-4",
  dead: "link",
  more: "link-executed",
  less: "secondary",
  same: "link",
  both: "text-muted",
};
const comparedColours: Readonly<Record<Compared, string>> = { added: "success", removed: "border-control", changed: "text" };

/** Of a node that counts are drawn on; others have their own. */
export function countedColour({ overlay }: Mark): string | undefined {
  return overlay === undefined || overlay.tone === "both" ? undefined : nodeTones[overlay.tone];
}

export function linkColour({ run, level, overlay, compared }: Mark): string {
  if (level === "error") return "link-error";
  if (run !== undefined) return "link-executed";
  if (overlay !== undefined) return linkTones[overlay.tone];
  return compared === undefined ? "link" : comparedColours[compared];
}

export function edgeColour({ run, level, overlay, compared }: Mark, isSelected: boolean): string | undefined {
  if (run === "failed" || level === "error") return "link-error";
  if (run !== undefined) return "link-executed";
  if (isSelected) return "focus";
  if (compared !== undefined) return comparedColours[compared];
  return overlay === undefined ? undefined : "node-border";
}

/** Tokens have other colours in the other scheme. Returns a function that stops it. */
export function watchScheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-color-scheme"] });
  return () => observer.disconnect();
}
