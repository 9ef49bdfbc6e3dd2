import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { snappyUncompress, type Compressors } from "hyparquet";
import { FileFailure } from "../csv/file-failure.ts";
import { parquetLimits } from "./limits.ts";

type Unpack = (packed: Uint8Array, length: number) => Uint8Array;

/** Checks the declared size of a page against the limit before anything is allocated. */
function bounded(unpack: Unpack): Unpack {
  return (packed, length) => {
    if (!(length >= 0) || length > parquetLimits.pageBytes) throw new FileFailure("PARQUET_BOMB");
    return unpack(packed, length);
  };
}

const refused: Unpack = () => {
  throw new FileFailure("PARQUET_CODEC");
};

export const unpackPage: Compressors = {
  SNAPPY: bounded((packed, length) => {
    const unpacked = new Uint8Array(length);
    snappyUncompress(packed, unpacked);
    return unpacked;
  }),
  GZIP: bounded((packed, length) => gunzipSync(packed, { maxOutputLength: Math.max(1, length) })),
  BROTLI: bounded((packed, length) => brotliDecompressSync(packed, { maxOutputLength: Math.max(1, length) })),
  ZSTD: bounded((packed, length) => zstdDecompressSync(packed, { maxOutputLength: Math.max(1, length) })),
  LZO: refused,
  LZ4: refused,
  LZ4_RAW: refused,
};
