import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare const clickhouseDatabase = "airlock";
export declare function clickhouseUrl(instance: Instance): string;
/** The ClickHouse engine behind a small HTTP front; its package comes with `npm install`. */
export declare const clickhouse: Part;
