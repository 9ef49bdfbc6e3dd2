import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { isPlainId, modelPieceKey, type ModelReference } from "@airlock/contract";
import { createPredictor, type Artefact, type Predictor } from "@airlock/model";
import type { Bucket, Log } from "@airlock/platform";
import { replaceFile } from "../disk/durable-file.ts";

/**
 * The models that versions of this runtime pin. A model is immutable, so a copy on the disk with the right hash stays valid. A missing one is read
 * from the bucket once, when a deployment names it.
 */
export interface Models {
  /** Only models that a deployment of this organisation named. */
  readonly find: (organisationId: string, predictionId: string, number: number) => Predictor | undefined;
  /** Loads these from memory or from the disk; returns a sentence about the first that is missing. */
  readonly load: (organisationId: string, wanted: readonly ModelReference[]) => string | undefined;
  /** Reads missing models from the bucket. */
  readonly fetch: (organisationId: string, wanted: readonly ModelReference[]) => Promise<void>;
  readonly size: () => number;
}

export interface ModelsOptions {
  readonly folder: string;
  /** Throws while JetStream is unavailable. */
  readonly bucket: () => Pick<Bucket<"models">, "get">;
  readonly log: Log;
}

export async function openModels({ folder, bucket, log }: ModelsOptions): Promise<Models> {
  const known = new Map<string, { readonly hash: string; readonly predictor: Predictor }>();
  const place = (organisationId: string, predictionId: string, number: number): string => `${organisationId} ${predictionId} ${number}`;
  const fileOf = ({ predictionId, number }: ModelReference): string => join(folder, `${predictionId}.${number}.base64`);

  function open(wanted: ModelReference, packed: Buffer): Predictor | undefined {
    try {
      const text = gunzipSync(packed).toString("utf8");
      if (createHash("sha256").update(text).digest("hex") !== wanted.hash) throw new Error("Its hash is not the one that was named.");
      return createPredictor(JSON.parse(text) as Artefact); // The hash proves that the worker wrote it.
    } catch (error) {
      log.error({ err: error, predictionId: wanted.predictionId, model: wanted.number }, "a model cannot be read");
      return undefined;
    }
  }

  function take(organisationId: string, wanted: ModelReference): boolean {
    if (!isPlainId(wanted.predictionId)) return false;
    const at = place(organisationId, wanted.predictionId, wanted.number);
    if (known.get(at)?.hash === wanted.hash) return true;
    let stored: string;
    try {
      stored = readFileSync(fileOf(wanted), "utf8");
    } catch {
      return false;
    }
    const predictor = open(wanted, Buffer.from(stored, "base64"));
    if (predictor !== undefined) known.set(at, { hash: wanted.hash, predictor });
    return predictor !== undefined;
  }

  return {
    find: (organisationId, predictionId, number) => known.get(place(organisationId, predictionId, number))?.predictor,
    load: (organisationId, wanted) => {
      const missing = wanted.find((one) => !take(organisationId, one));
      return missing === undefined ? undefined : `Model ${missing.number} of a prediction is not on this runtime.`;
    },
    fetch: async (organisationId, wanted) => {
      for (const one of wanted) {
        if (take(organisationId, one)) continue;
        const packed = await piecesOf(bucket(), organisationId, one);
        if (open(one, packed) !== undefined) await replaceFile(fileOf(one), packed.toString("base64"));
      }
    },
    size: () => known.size,
  };
}

async function piecesOf(bucket: Pick<Bucket<"models">, "get">, organisationId: string, wanted: ModelReference): Promise<Buffer> {
  const found: Buffer[] = [];
  for (let place = 0, pieces = 1; place < pieces; place += 1) {
    const piece = (await bucket.get(modelPieceKey(wanted, place)))?.value;
    if (piece === undefined || piece.hash !== wanted.hash || piece.organisationId !== organisationId) {
      throw new Error(`Piece ${place} of model ${wanted.number} of ${wanted.predictionId} is not in the bucket.`);
    }
    pieces = piece.pieces;
    found.push(Buffer.from(piece.data, "base64"));
  }
  return Buffer.concat(found);
}
