/** The table name for a file: its base name without extensions, in the characters of a table name. */
export function tableNameOf(file: string): string {
  const last = file.split("/").at(-1) ?? file;
  const stem = last.replace(/(?:\.[A-Za-z0-9]{1,8}){1,2}$/, "");
  return (stem === "" ? last : stem).replaceAll(/\W+/g, "_").slice(0, 200) || "file";
}
