import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare function natsUrl(instance: Instance): string;
export declare const nats: Part;
