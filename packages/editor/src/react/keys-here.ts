import { formatKeys } from "../keys/key-map.ts";

/** Keys as they are called on this computer: "Ctrl+Z", on a Mac "⌘Z". */
export const keysHere = (keys: string): string => formatKeys(keys, navigator.platform.startsWith("Mac"));
