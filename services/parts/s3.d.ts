import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare const s3Account: {
    readonly accessKey: "airlock";
    readonly secretKey: "airlock-secret";
    readonly region: "us-east-1";
};
export declare function s3Url(instance: Instance): string;
/** A bucket server that speaks S3 over a folder. Starts on request: `--with s3`. */
export declare const s3: Part;
