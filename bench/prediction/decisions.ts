import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { modelPieceKey } from "@airlock/contract";
import { newLink, newNode, type Definition, type PredictionNode } from "@airlock/flow";
import type { Artefact } from "@airlock/model";
import { newId, openBucket } from "@airlock/platform";
import { port } from "../../services/instance.ts";
import { startAll, stopAll } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { findProcess } from "../../services/processes.ts";
import { runtime } from "../../services/product.ts";
import { startTemporaryInstance } from "../../services/temporary-instance.ts";
import { openDataPlane } from "../../tests/support/data-plane.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { people } from "../engine/contenders.ts";
import { scorecard } from "../engine/scorecard.ts";
import { cpuSeconds } from "../serving/cpu.ts";
import { hammer, requestText } from "../serving/hammer.ts";

const categories = 5;
const connections = 64;

/** The scorecard with a prediction before it, whose inputs are repetitions of its fields. */
function withPrediction(config: string, columns: number): Definition {
  const { nodes, links } = scorecard.solutionDefinition;
  const fields = scorecard.applicationDatasetFields;
  const [texts, numbers] = [fields.filter(({ type }) => type === "String"), fields.filter(({ type }) => type !== "String")];
  const prediction: PredictionNode = {
    ...newNode("Prediction", "predicted", 0, 100),
    config,
    model: 1,
    inputFields: Array.from({ length: columns }, (_, column) => {
      const from = column < categories ? texts : numbers;
      return { name: `x${column}`, datasource: "Application" as const, fieldKey: from[column % from.length]?.key ?? "" };
    }),
    scoreField: "predicted",
  };
  const start = nodes.find(({ type }) => type === "Start");
  const moved = links.map((link) =>
    link.source === start?.id ? { ...link, source: prediction.id, sourcePort: prediction.ports[1]?.id ?? "" } : link,
  );
  if (start === undefined) throw new Error("The scorecard has no start.");
  return {
    ...scorecard,
    solutionDefinition: {
      ...scorecard.solutionDefinition,
      nodes: [...nodes, prediction],
      links: [...moved, newLink("asked", start, prediction)],
    },
    runtimeDatasetFields: [...scorecard.runtimeDatasetFields, { key: "predicted", name: "predicted", type: "Float", required: false }],
  };
}

export interface Decisions {
  /** The median of the rounds' ratios of processor time. */
  readonly ratio: number;
  readonly withMicros: number;
  readonly withoutMicros: number;
}

export interface DecisionsOptions {
  readonly rounds: number;
  /** A folder for the runtime's processor profile. */
  readonly profile: string | undefined;
}

/** Whole, durable decisions over HTTP at a runtime, with a prediction of this forest and without: processor time of the runtime, in turns. */
export async function compareDecisions(forest: string, columns: number, { rounds, profile }: DecisionsOptions): Promise<Decisions> {
  const running = await startTemporaryInstance(["nats"]);
  const { instance } = running;
  const profiling: Record<string, string> = profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` };
  const parts = [runtime("runtime1", { env: { AIRLOCK_LOG_LEVEL: "warn", ...profiling }, watch: false })];
  await startAll(instance, parts);
  const dataPlane = await openDataPlane(natsUrl(instance));
  try {
    const { organisationId, token } = await dataPlane.issueKey();
    const values = [...new Set(people.flatMap((person) => Object.values(person)).filter((value) => typeof value === "string"))];
    const artefact: Artefact = {
      format: 1,
      forest,
      columns: Array.from({ length: columns }, (_, column) => {
        return column < categories ? { name: `x${column}`, kind: "category", values } : { name: `x${column}`, kind: "number" };
      }),
      label: { name: "paid", kind: "class", values: ["no", "yes"] },
    };
    const text = JSON.stringify(artefact);
    const model = { predictionId: newId(), number: 1, hash: createHash("sha256").update(text).digest("hex") };
    const models = await openBucket(dataPlane.nats, "models");
    await models.put(modelPieceKey(model, 0), { ...model, organisationId, pieces: 1, data: gzipSync(text).toString("base64") });
    const definition = withPrediction(model.predictionId, columns);
    const predicting = await dataPlane.deploy({ organisationId, definition, models: [model] });
    const plain = await dataPlane.deploy({ organisationId, definition: scorecard });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const asking = (versionId: string): Buffer[] =>
      people.map((person) => requestText(`/dme/manage/v1/versions/${versionId}/execute`, headers, JSON.stringify(person)));
    const contenders = [asking(predicting.versionId), asking(plain.versionId)] as const;
    const at = port(instance, "runtime1");
    const pid = (await findProcess(instance.folder, "runtime1"))?.pid ?? 0;
    await eventually("both are served", async () => {
      const answers = await Promise.all(
        [predicting, plain].map(({ versionId }) =>
          fetch(`http://127.0.0.1:${at}/dme/manage/v1/versions/${versionId}/execute`, {
            method: "POST",
            headers,
            body: JSON.stringify(people[0]),
          }),
        ),
      );
      const [scored] = await Promise.all(answers.map((answer) => answer.text()));
      return answers.every(({ status }) => status === 200) && scored?.includes('"predicted":0.') === true ? true : undefined;
    });
    const micros = async (requests: readonly Buffer[], seconds: number): Promise<number> => {
      const before = await cpuSeconds(pid);
      const done = await hammer({ port: at, connections, seconds, requests });
      if (done.refused > 0) throw new Error(`${done.refused} decisions were refused.`);
      return (((await cpuSeconds(pid)) - before) * 1e6) / done.requests;
    };
    for (const requests of contenders) await micros(requests, 4);
    const turns: { readonly scored: number; readonly bare: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      turns.push({ scored: await micros(contenders[0], 0.8), bare: await micros(contenders[1], 0.8) });
    }
    return {
      ratio: middle(turns.map(({ scored, bare }) => scored / bare)),
      withMicros: middle(turns.map(({ scored }) => scored)),
      withoutMicros: middle(turns.map(({ bare }) => bare)),
    };
  } finally {
    await dataPlane.close();
    await stopAll(instance, parts);
    await running.stop();
  }
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
