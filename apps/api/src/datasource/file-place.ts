import { s3ProjectId } from "@airlock/platform/s3-account";

export interface FilePlace {
  readonly bucket: string;
  readonly name: string;
}

const scheme = (projectId: string) => (projectId === s3ProjectId ? "s3" : "gs");

/** The address of a file in a bucket of the project. */
export function fileAddress(projectId: string, { bucket, name }: FilePlace): string {
  return `${scheme(projectId)}://${bucket}/${name}`;
}

/** Parses `gs://bucket/path/of/file`, or `s3://...` for S3's project; undefined for anything else. */
export function filePlace(address: string, projectId: string): FilePlace | undefined {
  const [, given, bucket, name] = /^(gs|s3):\/\/([^/]{1,250})\/(.{1,1024})$/s.exec(address) ?? [];
  if (given !== scheme(projectId)) return undefined;
  return bucket === undefined || name === undefined ? undefined : { bucket, name };
}

/** The table name for a file: its base name without extensions, in the characters of a table name. */
export function tableNameOf(file: string): string {
  const last = file.split("/").at(-1) ?? file;
  const stem = last.replace(/(?:\.[A-Za-z0-9]{1,8}){1,2}$/, "");
  return (stem === "" ? last : stem).replaceAll(/\W+/g, "_").slice(0, 200) || "file";
}
