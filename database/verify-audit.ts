import { createHash } from "node:crypto";
import type { Client } from "pg";
import type { AuditEnds } from "./anchor.ts";

/** An invalid entry or chain, with a message. */
export interface AuditFault {
  readonly organisationId: string;
  readonly number: number;
  readonly kind: "altered" | "missing" | "inserted" | "rewritten";
  readonly sentence: string;
}

export interface AuditVerdict {
  readonly organisations: number;
  readonly entries: number;
  readonly faults: readonly AuditFault[];
  readonly ends: AuditEnds;
}

interface Entry {
  readonly number: string;
  readonly parts: readonly (string | null)[];
  readonly previous_hash: string;
  readonly hash: string;
}

const pageSize = 2_000;

/** Computes every hash of every chain again, in this process rather than in the database, which is not trusted. */
export async function verifyAudit(
  client: Client,
  options: { readonly organisationId?: string; readonly known?: AuditEnds } = {},
): Promise<AuditVerdict> {
  const { rows: chains } = await client.query<{ id: string; number: string | null; hash: string | null }>(
    `select coalesce(known.id, c.organisation_id) as id, c.number, c.hash
     from (select organisation_id as id from audit_entries union select id from organisations) known
     full join airlock.audit_chains c on c.organisation_id = known.id
     where $1::text is null or coalesce(known.id, c.organisation_id) = $1
     order by 1`,
    [options.organisationId ?? null],
  );
  const faults: AuditFault[] = [];
  const ends: Record<string, { number: number; hash: string }> = {};
  let entries = 0;
  for (const chain of chains) {
    const fault = (number: number, kind: AuditFault["kind"], sentence: string) =>
      void faults.push({ organisationId: chain.id, number, kind, sentence: `Organisation ${chain.id}: ${sentence}` });
    const known = options.known?.[chain.id];
    let last = { number: 0, hash: "" };
    for await (const entry of entriesOf(client, chain.id)) {
      entries += 1;
      const number = Number(entry.number);
      if (number !== last.number + 1) {
        fault(last.number + 1, "missing", `entries ${last.number + 1} to ${number - 1} are missing.`);
      } else if (entry.previous_hash !== last.hash) {
        fault(number, "altered", `entry ${number} does not follow entry ${last.number}: one of the two was altered.`);
      }
      if (hashOf(entry) !== entry.hash) fault(number, "altered", `entry ${number} was altered: it does not have its hash.`);
      if (chain.number !== null && number > Number(chain.number))
        fault(number, "inserted", `entry ${number} was put in behind the chain's end.`);
      if (known?.number === number && known.hash !== entry.hash)
        fault(number, "rewritten", `entry ${number} is not the one that was seen before.`);
      last = { number, hash: entry.hash };
    }
    ends[chain.id] = last;
    if (chain.number === null) fault(0, "missing", "its chain has no end on record.");
    else if (Number(chain.number) > last.number)
      fault(last.number + 1, "missing", `the last entries, ${last.number + 1} to ${chain.number}, are missing.`);
    else if (Number(chain.number) === last.number && chain.hash !== last.hash)
      fault(last.number, "altered", "its last entry is not the one the chain ends with.");
    if (known !== undefined && known.number > last.number)
      fault(known.number, "rewritten", `entry ${known.number} was seen before and is gone.`);
  }
  for (const [organisationId, known] of Object.entries(options.known ?? {})) {
    if (options.organisationId !== undefined || organisationId in ends || known.number === 0) continue;
    const sentence = `Organisation ${organisationId}: its whole chain was seen before and is gone.`;
    faults.push({ organisationId, number: known.number, kind: "rewritten", sentence });
  }
  return { organisations: chains.length, entries, faults, ends };
}

async function* entriesOf(client: Client, organisationId: string): AsyncGenerator<Entry> {
  for (let after = "0"; ;) {
    const { rows } = await client.query<Entry>(
      `select number, previous_hash, hash, array[
         previous_hash, organisation_id, number::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
         actor_id, actor_name, noun, record_id, record_name, change, array_to_string(changed, ','), before::text, after::text,
         correlation_id, managed_by
       ] as parts
       from audit_entries where organisation_id = $1 and number > $2 order by number limit ${pageSize}`,
      [organisationId, after],
    );
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined || rows.length < pageSize) return;
    after = end.number;
  }
}

/** Like `airlock.audit_hash`: every part is prefixed by its length in bytes, a dash for null. */
function hashOf({ parts }: Entry): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part === null ? "-" : `${Buffer.byteLength(part)}:${part}`);
  return hash.digest("hex");
}
