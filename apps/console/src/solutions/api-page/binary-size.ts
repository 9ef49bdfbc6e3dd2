/** `256 KiB`, `4 MiB`, `1.5 MiB`; bytes that are no whole KiB as they are. */
export function binarySize(bytes: number): string {
  if (bytes % 1024 !== 0) return `${bytes.toLocaleString("en")} bytes`;
  return bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${(bytes / 1024 ** 2).toLocaleString("en", { maximumFractionDigits: 2 })} MiB`;
}
