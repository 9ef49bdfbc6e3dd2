export interface FilePlace {
  readonly bucket: string;
  readonly name: string;
}

/** `gs://bucket/path/of/file` taken apart; undefined when it is none. */
export function filePlace(address: string): FilePlace | undefined {
  const [, bucket, name] = /^gs:\/\/([^/]{1,250})\/(.{1,1024})$/s.exec(address) ?? [];
  return bucket === undefined || name === undefined ? undefined : { bucket, name };
}

/** What the table of a file is called: its last name without its endings, in the characters of a table. */
export function tableNameOf(file: string): string {
  const last = file.split("/").at(-1) ?? file;
  const stem = last.replace(/(?:\.[A-Za-z0-9]{1,8}){1,2}$/, "");
  return (stem === "" ? last : stem).replaceAll(/\W+/g, "_").slice(0, 200) || "file";
}
