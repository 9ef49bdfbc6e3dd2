import type { ModelPiece } from "@airlock/contract";
import { publish, type SharedBucket } from "./publish.ts";

/** Of the compressed artefact; as base64 it stays below the bucket's limit of a value. */
const pieceBytes = 1_500_000;

/** Splits an artefact into entries of the bucket `models`. */
export function cut(artefact: Buffer, of: Omit<ModelPiece, "pieces" | "data">): readonly ModelPiece[] {
  const pieces = Math.max(1, Math.ceil(artefact.length / pieceBytes));
  return Array.from({ length: pieces }, (_, place) => {
    const data = artefact.subarray(place * pieceBytes, (place + 1) * pieceBytes).toString("base64");
    return { ...of, pieces, data };
  });
}

/** The first piece is written last, so that its presence means that all pieces are there. */
export async function publishPieces(
  bucket: SharedBucket<"models">,
  pieces: readonly ModelPiece[],
  keyOf: (place: number) => string,
): Promise<void> {
  for (const [place, piece] of [...pieces.entries()].reverse()) {
    await publish(
      bucket,
      keyOf(place),
      () => Promise.resolve(piece),
      (a, b) => a.hash === b.hash && a.pieces === b.pieces,
    );
  }
}
