import { newId } from "@airlock/platform";
import type { Ids } from "./ids.ts";
import { asOwner, type Person } from "./person.ts";

const failedShare = { measure: { kind: "failedShare" }, rule: { kind: "threshold", min: null, max: 0.01 } } as const;

async function monitorOf(admin: Person, at: Ids): Promise<Ids> {
  const { _embedded } = await admin.must("solution.monitors.create", { at, body: failedShare });
  return { monitorId: _embedded.webSafeString };
}

/** A firing as the worker leaves it. */
export async function firingOf(admin: Person, at: Ids, ended: Date | null = null): Promise<Ids> {
  const { monitorId = "" } = await monitorOf(admin, at);
  const firingId = newId();
  await asOwner((owner) =>
    owner.query(
      `insert into firings (id, organisation_id, monitor_id, name, began_at, ended_at, value, peak, decisions)
       values ($1, $2, $3, 'Failed share', now(), $4, 0.2, 0.3, 100)`,
      [firingId, admin.organisationId, monitorId, ended],
    ),
  );
  return { monitorId, firingId };
}

async function newSolution(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("solutions.create", { body: { name: `Monitored ${newId()}` } });
  return { solutionId: _embedded.webSafeString };
}

export async function monitor(admin: Person): Promise<Ids> {
  return monitorOf(admin, await newSolution(admin));
}

export async function firing(admin: Person): Promise<Ids> {
  return firingOf(admin, await newSolution(admin));
}

export async function endedFiring(admin: Person): Promise<Ids> {
  return firingOf(admin, await newSolution(admin), new Date());
}
