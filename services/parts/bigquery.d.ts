import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare const bigqueryProject = "airlock";
export declare function bigqueryUrl(instance: Instance): string;
/** An emulator of BigQuery. Starts on request: `--with bigquery`. */
export declare const bigquery: Part;
