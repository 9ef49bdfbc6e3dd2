import type { Command } from "./processes.ts";
/** A TypeScript file of this project, run by the Node that runs us. */
export declare function nodeCommand(file: string, args?: readonly string[], env?: Readonly<Record<string, string>>): Command;
