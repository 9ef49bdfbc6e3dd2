import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare function idpIssuer(instance: Instance): string;
/** The development identity provider; its package comes with `npm install`. */
export declare const idp: Part;
