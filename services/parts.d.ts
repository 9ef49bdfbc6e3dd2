import type { Part, PartName } from "./part.ts";
export declare const parts: Readonly<Record<PartName, Part>>;
/** What every instance has; the others start on request. */
export declare const usualParts: readonly PartName[];
export declare function isPartName(name: string): name is PartName;
