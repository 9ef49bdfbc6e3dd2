import { ask } from "../tests/support/decision.ts";
import { eventually } from "../tests/support/eventually.ts";
import type { Product } from "../tests/support/product.ts";
import { createRandom } from "../tests/support/random.ts";
import type { Staff } from "./people.ts";
import { moreDisposable } from "./solutions/account-opening.ts";
import type { DrawnSolution, DrawnSolutions } from "./solutions.ts";

const callCount = 12;

/** What happens today: calls at runtimes, some of them refused, a list that changes, and two who look at executions. */
export async function actToday(product: Product, staff: Staff, { card, account, loan, lists }: DrawnSolutions): Promise<void> {
  const { as } = staff;
  await Promise.all([callLive(product, staff, card), callLive(product, staff, account)]);
  const domains = lists.find(({ columns }) => columns.length === 0);
  if (domains !== undefined) {
    const at = { listId: domains.listId };
    await as.amina.do("list.rows.change", { at, body: { put: moreDisposable.map((key) => ({ key, values: [] })) } });
    await as.amina.do("list.versions.create", { at, body: { note: "Three providers that were found in October" } });
  }
  const versions = loan.versions.map(({ versionId }) => versionId).join();
  const failed = await as.sofia.do("executions.list", { query: { versions, status: "failed", limit: "5" } });
  for (const { _embedded } of failed.items) await as.sofia.do("execution.read", { at: { executionId: _embedded.webSafeString } });
}

async function callLive(product: Product, { systems }: Staff, { versions, traffic, caller }: DrawnSolution): Promise<void> {
  const live = versions.findLast((version) => version.live?.until === 0);
  const { token } = systems[caller];
  if (live === undefined) return;
  const random = createRandom(5);
  const moment = { started: Date.now(), daysAgo: 0, isOutage: false };
  for (let number = 0; number < callCount; number += 1) {
    const { input, correlationId } = traffic.call(random, moment, 900_000 + number);
    // Every fourth caller forgets a field, or sends a text where a number is due.
    const body = number % 4 === 3 ? { ...input, amount: number % 8 === 3 ? undefined : "a lot" } : input;
    const answer = await eventually("a runtime to know the key", async () => {
      const response = await ask(product, live.versionId, token, body, { "X-Correlation-ID": correlationId });
      return response.status === 401 ? undefined : response;
    });
    if (!answer.ok && answer.status !== 400) throw new Error(`A call answers ${answer.status}: ${await answer.text()}`);
  }
}
