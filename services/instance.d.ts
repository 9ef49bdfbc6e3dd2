import { type PortName } from "./ports.ts";
/** One set of parts with its own ports and its own folder. */
export interface Instance {
    readonly name: string;
    readonly base: number;
    readonly folder: string;
}
export declare const projectRoot: string;
export declare function port(instance: Instance, name: PortName): number;
/** The origin that people and callers see. */
export declare function publicUrl(instance: Instance): string;
/** Makes the instance's folder and remembers its base, so that stop and status need only the name. */
export declare function createInstance(name: string, base: number): Promise<Instance>;
export declare function findInstance(name: string): Promise<Instance | undefined>;
