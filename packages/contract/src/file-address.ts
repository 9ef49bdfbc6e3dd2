/** The project id of S3 buckets. Google's have at least four characters. */
export const s3ProjectId = "s3";

/** A file in a bucket. */
export interface FileAddress {
  readonly bucket: string;
  readonly name: string;
}

const schemeOf = (projectId: string) => (projectId === s3ProjectId ? "s3" : "gs");

/** `gs://bucket/path/of/file`, or `s3://...` in a bucket of the organisation's S3 account. */
export function fileAddress(projectId: string, { bucket, name }: FileAddress): string {
  return `${schemeOf(projectId)}://${bucket}/${name}`;
}

/** Parses what `fileAddress` returns for the project; undefined for anything else. */
export function readFileAddress(address: string, projectId: string): FileAddress | undefined {
  const [, given, bucket, name] = /^(gs|s3):\/\/([^/]{1,250})\/(.{1,1024})$/s.exec(address) ?? [];
  if (given !== schemeOf(projectId)) return undefined;
  return bucket === undefined || name === undefined ? undefined : { bucket, name };
}
