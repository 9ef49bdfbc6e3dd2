import { createHash, createHmac } from "node:crypto";

export interface S3Account {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
}

/** The headers of a signed GET without parameters (AWS Signature Version 4): enough to list buckets. */
export function signGet(url: URL, account: S3Account, now: Date): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const date = time.slice(0, 8);
  const bodyHash = sha256("");
  const scope = `${date}/${account.region}/s3/aws4_request`;
  const signed = "host;x-amz-content-sha256;x-amz-date";
  const canonical = [
    "GET",
    url.pathname,
    "",
    `host:${url.host}`,
    `x-amz-content-sha256:${bodyHash}`,
    `x-amz-date:${time}`,
    "",
    signed,
    bodyHash,
  ];
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical.join("\n"))].join("\n");
  const key = [date, account.region, "s3", "aws4_request"].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${account.secretKey}`,
  );
  const signature = hmac(key, toSign).toString("hex");
  return {
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": time,
    authorization: `AWS4-HMAC-SHA256 Credential=${account.accessKey}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
