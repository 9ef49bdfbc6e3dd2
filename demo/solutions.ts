import { parseDefinition, type Definition, type FlowList } from "@airlock/flow";
import type { Caller } from "../tests/support/caller.ts";
import type { Learned } from "./learning.ts";
import type { Staff, SystemName } from "./people.ts";
import { accountLists, accountOpeningTraffic, accountOpeningVersions } from "./solutions/account-opening.ts";
import { cardPaymentTraffic, firstCardVersions, scoredCardVersions } from "./solutions/card-payments.ts";
import { firstLoanVersions, personalLoanTraffic, scoredLoanVersions } from "./solutions/personal-loan.ts";
import type { DemoTraffic, DemoVersion } from "./solutions/solution.ts";
import type { PastVersion } from "./traffic/past-executions.ts";

export interface DrawnVersion extends Omit<PastVersion, "live"> {
  readonly name: string;
  /** Undefined for a version that was never live. */
  readonly live: PastVersion["live"] | undefined;
}

export interface DrawnSolution {
  readonly solutionId: string;
  readonly designer: Caller;
  readonly traffic: DemoTraffic;
  readonly caller: SystemName;
  readonly versions: readonly DrawnVersion[];
}

export interface DrawnSolutions {
  readonly loan: DrawnSolution;
  readonly card: DrawnSolution;
  readonly account: DrawnSolution;
  readonly lists: readonly FlowList[];
}

/** The three solutions with their versions before any prediction. Nothing is served yet. */
export async function drawSolutions({ as, groups }: Staff): Promise<DrawnSolutions> {
  const lists = await publishLists(as.amina);
  const loan = await draw(as.joost, groups.credit, {
    name: "Personal loan",
    description: "Approves, refers or declines a personal loan, with a report of the credit bureau",
    key: "personal-loan",
  });
  const card = await draw(as.amina, groups.fraud, {
    name: "Card payments",
    description: "Allows, challenges or blocks a card payment",
    key: "card-payments",
  });
  const account = await draw(as.amina, groups.fraud, {
    name: "Account opening",
    description: "Accepts, reviews or blocks a new account",
    key: "account-opening",
  });
  return {
    loan: await freeze({ ...loan, traffic: personalLoanTraffic, caller: "loanPortal" }, await firstLoanVersions()),
    card: await freeze({ ...card, traffic: cardPaymentTraffic, caller: "cardSwitch" }, await firstCardVersions()),
    account: await freeze({ ...account, traffic: accountOpeningTraffic, caller: "mobileApp" }, await accountOpeningVersions(lists)),
    lists,
  };
}

/** The same with the versions that use predictions. */
export async function drawScored(drawn: DrawnSolutions, { risk, fraud }: Learned): Promise<DrawnSolutions> {
  const { loan, card } = drawn;
  return {
    ...drawn,
    loan: await freeze(loan, scoredLoanVersions(await lastSaved(loan), risk)),
    card: await freeze(card, scoredCardVersions(await lastSaved(card), fraud)),
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
  readonly key: string;
}

async function draw(designer: Caller, groupWss: string, body: NewSolution) {
  const { webSafeString: solutionId } = (await designer.do("solutions.create", { body }))._embedded;
  await designer.do("solution.update", { at: { solutionId }, body: { groupWss } });
  return { solutionId, designer, versions: [] };
}

/** What was saved last: with test cases and mock responses, which versions do not have. */
async function lastSaved({ designer, solutionId }: DrawnSolution): Promise<Definition> {
  return read((await designer.do("definition.read", { at: { solutionId } }))._embedded);
}

async function freeze(solution: DrawnSolution, added: readonly DemoVersion[]): Promise<DrawnSolution> {
  const { designer, solutionId } = solution;
  const at = { solutionId };
  const drawn: DrawnVersion[] = [];
  for (const version of added) {
    const saved = await designer.do("definition.update", { at, body: version.definition });
    if (!saved._embedded.validRuntime) throw new Error(`Version ${version.name} is not valid: ${JSON.stringify(saved._embedded.errors)}`);
    const body = { versionName: version.name, versionDescription: version.description };
    const { webSafeString: versionId, behaviour } = (await designer.do("solution.versions.create", { at, body }))._embedded;
    // As it was frozen: with the numbers of its models and lists.
    const definition = read((await designer.do("version.definition", { at: { versionId } }))._embedded);
    drawn.push({ versionId, name: version.name, definition, behaviour, live: version.live });
  }
  return { ...solution, versions: [...solution.versions, ...drawn] };
}

function read(definition: object): Definition {
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(`A flow of the demo cannot be read: ${parsed.problems[0]?.message ?? ""}`);
  return parsed.definition;
}
