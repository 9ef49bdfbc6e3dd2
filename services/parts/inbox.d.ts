import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare function smtpUrl(instance: Instance): string;
export declare function inboxUrl(instance: Instance): string;
/** An SMTP server that keeps what it gets, and an HTTP address to read it. */
export declare const inbox: Part;
