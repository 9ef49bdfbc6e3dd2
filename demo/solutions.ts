import type { FlowList } from "@airlock/flow";
import { parseDefinition } from "@airlock/flow";
import type { Caller } from "../tests/support/caller.ts";
import type { Learned } from "./learning.ts";
import type { Staff, SystemName } from "./people.ts";
import { accountLists, accountOpeningTraffic, accountOpeningVersions } from "./solutions/account-opening.ts";
import { cardPaymentTraffic, cardPaymentVersions } from "./solutions/card-payments.ts";
import { personalLoanTraffic, personalLoanVersions } from "./solutions/personal-loan.ts";
import type { DemoTraffic, DemoVersion } from "./solutions/solution.ts";
import type { PastVersion } from "./traffic/past-executions.ts";

export interface DrawnVersion extends PastVersion {
  readonly name: string;
  readonly isPast: boolean;
}

export interface DrawnSolution {
  readonly solutionId: string;
  readonly versions: readonly DrawnVersion[];
  readonly traffic: DemoTraffic;
  readonly caller: SystemName;
}

export interface DrawnSolutions {
  readonly loan: DrawnSolution;
  readonly card: DrawnSolution;
  readonly account: DrawnSolution;
  readonly lists: readonly FlowList[];
}

/** The three solutions with all versions frozen. Nothing is served yet. */
export async function drawSolutions({ as, groups }: Staff, learned: Learned): Promise<DrawnSolutions> {
  const lists = await publishLists(as.amina);
  const loan = {
    name: "Personal loan",
    description: "Approves, refers or declines a personal loan, with a report of the credit bureau",
    code: "personal-loan",
    group: groups.credit,
  };
  const card = { name: "Card payments", description: "Allows, challenges or blocks a card payment", code: "card-payments", group: groups.fraud };
  const account = {
    name: "Account opening",
    description: "Accepts, reviews or blocks a new account",
    code: "account-opening",
    group: groups.fraud,
  };
  return {
    loan: {
      ...(await draw(as.joost, loan, await personalLoanVersions(learned.risk))),
      traffic: personalLoanTraffic,
      caller: "loanPortal",
    },
    card: {
      ...(await draw(as.amina, card, await cardPaymentVersions(learned.fraud))),
      traffic: cardPaymentTraffic,
      caller: "cardSwitch",
    },
    account: {
      ...(await draw(as.amina, account, await accountOpeningVersions(lists))),
      traffic: accountOpeningTraffic,
      caller: "mobileApp",
    },
    lists,
  };
}

async function publishLists(analyst: Caller): Promise<readonly FlowList[]> {
  const own: FlowList[] = [];
  for (const { name, key, rows } of accountLists) {
    const columns: FlowList["columns"] =
      name === "Country risk"
        ? [
            { name: "risk", type: "String" },
            { name: "limit", type: "Float" },
          ]
        : [];
    const description =
      name === "Country risk" ? "Risk class and first deposit by country" : "Providers of addresses that expire within minutes";
    const made = await analyst.do("lists.create", { body: { name, description, key: { name: key, type: "String" }, columns } });
    const at = { listId: made._embedded.webSafeString };
    await analyst.do("list.rows.change", { at, body: { put: rows.map(([of, ...values]) => ({ key: of, values })) } });
    await analyst.do("list.versions.create", { at, body: {} });
    own.push({ ...at, name, keyType: "String", columns });
  }
  return own;
}

interface NewSolution {
  readonly name: string;
  readonly description: string;
  /** The key of its address. */
  readonly code: string;
  readonly group: string;
}

async function draw(
  designer: Caller,
  { name, description, code, group }: NewSolution,
  versions: readonly DemoVersion[],
): Promise<Pick<DrawnSolution, "solutionId" | "versions">> {
  const { _embedded } = await designer.do("solutions.create", { body: { name, description, key: code } });
  const at = { solutionId: _embedded.webSafeString };
  await designer.do("solution.update", { at, body: { groupWss: group } });
  const drawn: DrawnVersion[] = [];
  for (const version of versions) {
    const saved = await designer.do("definition.update", { at, body: version.definition });
    if (!saved._embedded.validRuntime) throw new Error(`${name} ${version.name} is not valid: ${JSON.stringify(saved._embedded.errors)}`);
    const body = { versionName: version.name, versionDescription: version.description };
    const frozen = (await designer.do("solution.versions.create", { at, body }))._embedded;
    const versionId = frozen.webSafeString;
    // As it was frozen: with the numbers of its models and lists.
    const definition = parseDefinition((await designer.do("version.definition", { at: { versionId } }))._embedded);
    if (!definition.ok) throw new Error(`${name} ${version.name} cannot be read.`);
    drawn.push({
      versionId,
      name: version.name,
      definition: definition.definition,
      behaviour: frozen.behaviour,
      liveFrom: version.liveFrom ?? 0,
      isPast: version.liveFrom !== undefined,
    });
  }
  return { solutionId: at.solutionId, versions: drawn };
}
