import { port } from "../../services/instance.ts";
import { issueKey, serveDecision } from "../../tests/support/decision.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { people } from "../engine/contenders.ts";
import { scorecard } from "../engine/scorecard.ts";
import { hammer, requestText } from "../serving/hammer.ts";
import { beginTraining, fillDatasource, type Product } from "./product.ts";

export interface BesideTrainings {
  readonly idleMillis: number;
  readonly besideMillis: number;
  readonly ratio: number;
}

const connections = 4;

/** The p99 of decisions on an idle machine, and while two trainings run on the same processors. */
export async function compareBesideTrainings(product: Product, rows: number, seconds: number, rounds: number): Promise<BesideTrainings> {
  const { admin, instance } = product;
  const { versionId } = await serveDecision(admin, "Beside trainings", scorecard);
  const { token } = await issueKey(admin);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = `/dme/manage/v1/versions/${versionId}/execute`;
  const requests = people.map((person) => requestText(path, headers, JSON.stringify(person)));
  const slowest = async (): Promise<number> => {
    const done = await hammer({ port: port(instance, "runtime1"), connections, seconds, requests });
    if (done.refused > 0) throw new Error(`${done.refused} decisions were refused.`);
    return done.millis.toSorted((a, b) => a - b)[Math.floor(done.millis.length * 0.99)] ?? Number.NaN;
  };
  const datasourceId = await fillDatasource(product, rows);
  await slowest();
  const turns: { readonly idle: number; readonly beside: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const idle = await slowest();
    const trainings = await Promise.all([1, 2].map(() => beginTraining(product, datasourceId, { trees: 5_000, learningRate: 0.001 })));
    for (const at of trainings) {
      const grows = async () => ((await admin.do("prediction.training", { at }))._embedded.job?.iteration ?? 0) > 0 || undefined;
      await eventually("both grow trees", grows, { seconds: 120, everyMillis: 100 });
    }
    turns.push({ idle, beside: await slowest() });
    for (const at of trainings) await admin.do("prediction.cancelTraining", { at });
  }
  const middle = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
  return {
    idleMillis: middle(turns.map(({ idle }) => idle)),
    besideMillis: middle(turns.map(({ beside }) => beside)),
    ratio: middle(turns.map(({ idle, beside }) => beside / idle)),
  };
}
