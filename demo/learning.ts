import { eventually } from "../tests/support/eventually.ts";
import { addDatasource, type NewFile } from "../tests/support/add-datasource.ts";
import type { Caller } from "../tests/support/caller.ts";
import type { Product } from "../tests/support/product.ts";
import { fraudInputs, paymentsOfQuarter } from "./solutions/card-payments.ts";
import { loansPaidOut } from "./solutions/loan-applicants.ts";
import { riskInputs } from "./solutions/personal-loan.ts";
import { accountsOpened } from "./solutions/account-opening.ts";

export interface Learned {
  readonly loans: string;
  readonly payments: string;
  readonly accounts: string;
  readonly risk: string;
  readonly fraud: string;
}

/** Datasources, and a trained and deployed prediction of each of the first two. */
export async function learn(product: Product, analyst: Caller, administrator: Caller): Promise<Learned> {
  const add = (file: NewFile) => addDatasource(product, analyst, file);
  const trained = async (file: NewFile, wanted: Omit<Wanted, "datasourceId">) => {
    const datasourceId = await add(file);
    return { datasourceId, predictionId: await train(analyst, administrator, { datasourceId, ...wanted }) };
  };
  const [loans, payments, accounts] = await Promise.all([
    trained(loansPaidOut(12_000), {
      name: "Default risk, 12 months",
      description: "How likely a loan is not paid back in its first year",
      label: "defaulted_12m",
      inputs: riskInputs,
    }),
    trained(paymentsOfQuarter(20_000), {
      name: "Fraud likelihood",
      description: "How likely the card holder disputes a payment",
      label: "fraud",
      inputs: fraudInputs,
    }),
    add(accountsOpened(6_000)),
  ]);
  return {
    loans: loans.datasourceId,
    payments: payments.datasourceId,
    accounts,
    risk: loans.predictionId,
    fraud: payments.predictionId,
  };
}

interface Wanted {
  readonly datasourceId: string;
  readonly name: string;
  readonly description: string;
  readonly label: string;
  readonly inputs: readonly string[];
}

async function train(analyst: Caller, administrator: Caller, { datasourceId, name, description, label, inputs }: Wanted): Promise<string> {
  const made = await analyst.do("predictions.create", { body: { name, description } });
  const at = { predictionId: made._embedded.webSafeString };
  const { columns } = (await analyst.do("datasource.read", { at: { datasourceId } }))._embedded;
  const keyOf = (column: string) => columns.find((one) => one.name === column)?.key ?? "";
  const labelField = keyOf(label);
  const mapping = {
    columns: columns.map((column) => ({ ...column, isLabelColumn: column.key === labelField, boundaries: [] })),
    labelField,
    selectedRowKeys: inputs.map(keyOf),
  };
  const settings = { trees: 80, leaves: 15, learningRate: 0.1 };
  await analyst.do("prediction.train", { at, body: { trainingDatasource: datasourceId, mapping, settings } });
  await eventually(
    `${name} to be trained`,
    async () => {
      const { status, statusMessage } = (await analyst.do("prediction.read", { at }))._embedded;
      if (status === "failed") throw new Error(`${name} could not be trained: ${statusMessage}`);
      return status === "trained" ? true : undefined;
    },
    { seconds: 180, everyMillis: 200 },
  );
  await administrator.do("prediction.deploy", { at, body: {} });
  return at.predictionId;
}
