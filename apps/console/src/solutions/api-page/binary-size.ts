import { formatNumber } from "@airlock/flow/locale";

/** `256 KiB`, `4 MiB`, `1.5 MiB`; bytes that are no whole KiB as they are. */
export function binarySize(bytes: number): string {
  if (bytes % 1024 !== 0) return `${formatNumber(bytes)} bytes`;
  return bytes < 1024 ** 2 ? `${formatNumber(bytes / 1024)} KiB` : `${formatNumber(bytes / 1024 ** 2, { maximumFractionDigits: 2 })} MiB`;
}
