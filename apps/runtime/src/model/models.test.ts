import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { modelPieceKey, type ModelPiece } from "@airlock/contract";
import { createLog } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openModels } from "./models.ts";

const log = createLog({ name: "test", level: "silent" });
const forest = `tree
version=v4
num_class=1
num_tree_per_iteration=1
max_feature_idx=0
objective=binary sigmoid:1
feature_names=c0

Tree=0
num_leaves=2
num_cat=0
split_feature=0
threshold=30
decision_type=10
left_child=-1
right_child=-2
leaf_value=-1 1
leaf_count=50 50
internal_count=100
is_linear=0
shrinkage=1

end of trees
`;
const columns = [{ name: "age", kind: "number" }];
const text = JSON.stringify({ format: 1, forest, columns, label: { name: "paid", kind: "class", values: ["no", "yes"] } });
const hash = createHash("sha256").update(text).digest("hex");
const model = { predictionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV", number: 3, hash };
const packed = gzipSync(text);
const middle = Math.floor(packed.length / 2);
const pieces = [packed.subarray(0, middle), packed.subarray(middle)].map((part): ModelPiece => {
  return { ...model, organisationId: "o", pieces: 2, data: part.toString("base64") };
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "models-"));
});
afterAll(() => rm(folder, { recursive: true }));

function bucketWith(held: readonly ModelPiece[]) {
  let reads = 0;
  const entries = new Map(held.map((piece, place) => [modelPieceKey(model, place), piece]));
  return {
    reads: () => reads,
    bucket: () => ({
      get: (key: string) => {
        reads += 1;
        const value = entries.get(key);
        return Promise.resolve(value && { key, revision: 1, value, text: "" });
      },
    }),
  };
}

test("a model is read once from the bucket, in pieces, and later from the disk", async () => {
  const { bucket, reads } = bucketWith(pieces);
  const models = await openModels({ folder, bucket, log });
  expect(models.load("o", [model])).toBe("Model 3 of a prediction is not on this runtime.");
  await models.fetch("o", [model]);
  expect(models.load("o", [model])).toBeUndefined();
  expect(models.find("o", model.predictionId, 3)?.predict({ age: 40 }).score).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
  expect(models.find("o", model.predictionId, 2)).toBeUndefined();
  expect(models.find("another", model.predictionId, 3)).toBeUndefined();
  expect(reads()).toBe(2);

  const away = await openModels({
    folder,
    bucket: () => {
      throw new Error("JetStream is away.");
    },
    log,
  });
  expect(away.load("o", [model])).toBeUndefined();
  expect(away.find("o", model.predictionId, 3)).toBeDefined();
});

test("content whose hash differs from the named model is refused, from the disk and from the bucket", async () => {
  await writeFile(join(folder, `${model.predictionId}.3.base64`), gzipSync("other").toString("base64"));
  const damaged = pieces.map((piece) => ({ ...piece, data: Buffer.from("damaged").toString("base64") }));
  const models = await openModels({ folder, bucket: bucketWith(damaged).bucket, log });
  await models.fetch("o", [model]);
  expect(models.load("o", [model])).toBeDefined();
  const foreign = await openModels({ folder, bucket: bucketWith(pieces).bucket, log });
  await expect(foreign.fetch("another", [model])).rejects.toThrow("not in the bucket");
  await expect(foreign.fetch("o", [{ ...model, number: 4 }])).rejects.toThrow("not in the bucket");
  expect(foreign.load("o", [{ ...model, predictionId: "../../etc" }])).toBeDefined();
  await foreign.fetch("o", [model]);
  expect(foreign.load("o", [model])).toBeUndefined();
});
