export interface S3Account {
    readonly accessKey: string;
    readonly secretKey: string;
    readonly region: string;
}
/** The headers of a signed GET without parameters (AWS Signature Version 4): enough to ask a server for its buckets. */
export declare function signGet(url: URL, account: S3Account, now: Date): Record<string, string>;
