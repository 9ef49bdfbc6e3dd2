import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { modelPieceKey, type ModelReference } from "@airlock/contract";
import { emptyDefinition, newLink, newNode, type Definition, type PredictionNode } from "@airlock/flow";
import { newId, openBucket } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kill, restart } from "../../services/stack.ts";
import { runtimeAtWork, type RuntimeAtWork } from "./runtime-at-work.ts";

let work: RuntimeAtWork;
beforeAll(async () => {
  work = await runtimeAtWork();
});
afterAll(() => work.end());

/** Persons above thirty score higher by this much. */
function artefactOf(points: number): string {
  const forest = [
    "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=0\nobjective=regression\nfeature_names=c0\n",
    "Tree=0\nnum_leaves=2\nnum_cat=0\nsplit_feature=0\nthreshold=30\ndecision_type=10\nleft_child=-1\nright_child=-2",
    `leaf_value=0 ${points}\nleaf_count=50 50\ninternal_count=100\nis_linear=0\nshrinkage=1\n\nend of trees\n`,
  ].join("\n");
  return JSON.stringify({ format: 1, forest, columns: [{ name: "age", kind: "number" }], label: { name: "points", kind: "number" } });
}

function flowWith(config: string, model: number): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 400, 0)];
  const prediction: PredictionNode = {
    ...newNode("Prediction", "score", 200, 0),
    config,
    model,
    inputFields: [{ name: "age", datasource: "Application", fieldKey: "age" }],
    scoreField: "score",
  };
  const links = [newLink("a", start, prediction), newLink("b", prediction, end)];
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes: [start, prediction, end], links, zoom: 100 },
    applicationDatasetFields: [{ key: "age", name: "age", type: "Integer", required: true }],
    runtimeDatasetFields: [{ key: "score", name: "score", type: "Float", required: false }],
  };
}

async function putModel(points: number): Promise<ModelReference> {
  const text = artefactOf(points);
  const model = { predictionId: newId(), number: 2, hash: createHash("sha256").update(text).digest("hex") };
  const models = await openBucket(work.dataPlane.nats, "models");
  const data = gzipSync(text).toString("base64");
  await models.put(modelPieceKey(model, 0), { ...model, organisationId: work.organisationId, pieces: 1, data });
  return model;
}

const scoreOf = async (versionId: string) => {
  const { status, json } = await work.execute(versionId, { body: { age: 40 } });
  return [status, (json as { _embedded: { runtimeData: Record<string, unknown> } })._embedded.runtimeData["score"]];
};

test("a missing model is an error of its node, and of the version's status", async () => {
  const model = { predictionId: newId(), number: 7, hash: "nothing" };
  const { versionId } = await work.deployed({ definition: flowWith(model.predictionId, 7), models: [model] });
  const leases = await work.dataPlane.runtimes.all();
  const message = "Model 7 of a prediction is not on this runtime.";
  expect(leases.map(({ value }) => value?.versions[versionId])).toMatchObject([{ status: "error", message }]);
  const { status, json } = await work.execute(versionId, { body: { age: 40 } });
  expect(status).toBe(200);
  expect((json as { _embedded: { error?: unknown } })._embedded.error).toMatchObject({
    code: "MODEL_NOT_AVAILABLE",
    nodeId: "score",
    message: "Model 7 of the prediction is not on this runtime.",
  });
});

test("a version is served with its pinned model, also from the disk while JetStream is unavailable", async () => {
  const model = await putModel(12.5);
  const { versionId } = await work.deployed({ definition: flowWith(model.predictionId, 2), models: [model] });
  expect(await scoreOf(versionId)).toEqual([200, 12.5]);
  await work.stop();
  await kill(work.instance, "nats");
  await work.start();
  expect(await scoreOf(versionId)).toEqual([200, 12.5]);
  await restart(work.instance, "nats");
});
