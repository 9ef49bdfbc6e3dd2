import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";

const storeName = "airlock.editor.panes";

interface Panes {
  readonly details: number;
  readonly results: number;
}
export type PaneName = keyof Panes;

const usual: Panes = { details: 360, results: 256 };
export const paneLimits: Readonly<Record<PaneName, readonly [number, number]>> = {
  details: [300, 720],
  results: [120, 640],
};

interface Stored {
  readonly sizes: Panes;
  readonly folded: readonly PaneName[];
}

function read(): Stored {
  try {
    // Written by this file only; any other value fails the checks below, and the defaults are used.
    const stored = JSON.parse(localStorage.getItem(storeName) ?? "null") as Partial<Stored> | null;
    const size = (name: PaneName) => within(name, stored?.sizes?.[name] ?? usual[name]);
    const folded = (["details", "results"] as const).filter((name) => stored?.folded?.includes(name) === true);
    return { sizes: { details: size("details"), results: size("results") }, folded };
  } catch {
    return { sizes: usual, folded: [] };
  }
}

function within(name: PaneName, size: number): number {
  const [min, max] = paneLimits[name];
  return Number.isFinite(size) ? Math.min(max, Math.max(min, Math.round(size))) : usual[name];
}

/** How the page is divided, remembered for the next solution. On a small screen everything starts folded and nothing is remembered. */
export function usePanes() {
  const isSmall = useMediaQuery("(max-width: 1199.95px)", { noSsr: true });
  const isNarrow = useMediaQuery("(max-width: 699.95px)", { noSsr: true });
  const [stored, setStored] = useState(read);
  const [open, setOpen] = useState<readonly PaneName[]>([]);
  const keep = (next: Stored) => {
    setStored(next);
    localStorage.setItem(storeName, JSON.stringify(next));
  };
  const isFolded = (name: PaneName) => (isSmall ? !open.includes(name) : stored.folded.includes(name));
  const fold = (name: PaneName, folded: boolean) => {
    if (isSmall) setOpen((before) => (folded ? before.filter((one) => one !== name) : [...before, name]));
    else keep({ ...stored, folded: folded ? [...stored.folded, name] : stored.folded.filter((one) => one !== name) });
  };
  return {
    isSmall,
    isNarrow,
    sizes: stored.sizes,
    isFolded,
    fold,
    resize: (name: PaneName, size: number) => keep({ ...stored, sizes: { ...stored.sizes, [name]: within(name, size) } }),
    reset: (name: PaneName) => keep({ ...stored, sizes: { ...stored.sizes, [name]: usual[name] } }),
  };
}
export type PaneState = ReturnType<typeof usePanes>;
