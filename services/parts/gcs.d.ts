import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare function gcsUrl(instance: Instance): string;
export declare const gcs: Part;
