import { type Instance } from "./instance.ts";
import type { Part, PartName } from "./part.ts";
import { type RunningProcess } from "./processes.ts";
export interface PartStatus {
    readonly part: string;
    readonly port: number;
    readonly pid: number | undefined;
    readonly ready: boolean;
}
/** Told when a part answers, with the seconds that installing and starting it took. */
export type Progress = (part: string, seconds: {
    readonly install: number;
    readonly start: number;
}) => void;
/** Installs what is missing and starts the named parts, all at once; resolves when every one of them truly answers. */
export declare function startParts(instance: Instance, names: readonly PartName[], progress?: Progress): Promise<void>;
export declare function startAll(instance: Instance, all: readonly Part[], progress?: Progress): Promise<void>;
export declare function stopParts(instance: Instance, names: readonly PartName[]): Promise<readonly string[]>;
/** Stops what runs, all at once, and returns the names of what did when all of it is gone. */
export declare function stopAll(instance: Instance, all: readonly Part[]): Promise<readonly string[]>;
export declare function statusOfParts(instance: Instance, names: readonly PartName[]): Promise<readonly PartStatus[]>;
export declare function statusOfAll(instance: Instance, all: readonly Part[]): Promise<readonly PartStatus[]>;
/** Sends a signal to a part or a process of the product. One that ends it is waited for; SIGSTOP and SIGCONT are not. */
export declare function killPart(instance: Instance, name: string, signal?: NodeJS.Signals): Promise<RunningProcess>;
/** Starts a part again over its data, after ending it if it still runs; resolves when it answers. */
export declare function restartPart(instance: Instance, name: PartName): Promise<void>;
export declare function restartOne(instance: Instance, part: Part): Promise<void>;
