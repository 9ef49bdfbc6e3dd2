import type { Instance } from "./instance.ts";
import type { PartName } from "./part.ts";
export interface TemporaryInstance extends AsyncDisposable {
    readonly instance: Instance;
    /** Stops the parts and deletes their data. */
    stop(): Promise<void>;
}
/** Parts on ports that are free and in a folder that goes away: for tests that want an instance of their own. */
export declare function startTemporaryInstance(names: readonly PartName[]): Promise<TemporaryInstance>;
