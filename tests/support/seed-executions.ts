import { compile, encodeRecord, evaluateWithEffects, readInput, EffectFailure, type Effects } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { countMinutes, detailMinutes, outcomeSourceOf, settleMillis, type OutcomeSources } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Caller } from "./caller.ts";
import { readExamples } from "./examples.ts";
import { createRandom, type Random } from "./random.ts";

/** The consumer-credit example as a solution that has been served. */
export interface ServedExample {
  readonly organisationId: string;
  readonly solutionId: string;
  /** The busiest first. */
  readonly versionIds: readonly string[];
  readonly definition: unknown;
}

/** Three versions, deployed and left serving. */
export async function serveExample(admin: Caller): Promise<ServedExample> {
  const example = (await readExamples()).find(({ definition }) => JSON.stringify(definition).includes('"bureau"'));
  if (example === undefined) throw new Error("The consumer-credit example is gone.");
  const { _embedded: profile } = await admin.do("profile.read");
  const { _embedded: solution } = await admin.do("solutions.create", { body: { name: `${example.name} ${newId().slice(-4)}` } });
  const solutionId = solution.webSafeString;
  await admin.do("definition.update", { at: { solutionId }, body: example.definition });
  const versionIds: string[] = [];
  for (const versionName of ["3.0", "2.0", "1.0"]) {
    const { _embedded: version } = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName } });
    await admin.do("version.deploy", { at: { versionId: version.webSafeString } });
    versionIds.push(version.webSafeString);
  }
  return { organisationId: profile.organisationWss, solutionId, versionIds, definition: example.definition };
}

export interface SeedExecutions extends ServedExample {
  readonly clickhouse: ClickHouse;
  readonly count: number;
  /** The first applicant number. */
  readonly first?: number;
  /** How far back they go. */
  readonly days?: number;
  readonly progress?: (made: number) => void;
}

/** Replaced in each execution: the flow only copies it. */
const placeholder = "A-000000000";
const kinds = 2_000;
const atOnce = 1_000_000;

/**
 * Millions of past executions: a few thousand are evaluated by the engine and ClickHouse derives the others from them, each with its own id, time,
 * duration and applicant, so that all of them open as a trace.
 */
export async function seedExecutions(options: SeedExecutions): Promise<void> {
  const { clickhouse, organisationId, solutionId, versionIds, count, first = 0, days = 30, progress } = options;
  const parsed = parseDefinition(options.definition);
  if (!parsed.ok) throw new Error("The definition cannot be read.");
  const lines = await likenesses(parsed.definition);
  const table = `seed_${organisationId}`;
  await clickhouse.command(`CREATE OR REPLACE TABLE ${table} (n UInt32, status String, record String) ENGINE = Memory`);
  try {
    await clickhouse.insertLines(table, ["n", "status", "record"], lines);
    for (let made = 0; made < count; made += atOnce) {
      await clickhouse.command(
        `INSERT INTO executions (organisation, version, started, id, solution, key, duration_us, status, record)
         WITH
           now64(6, 'UTC') - toIntervalMicrosecond(toUInt64({span:UInt64} * (1 - (number - {first:UInt64} + randCanonical(1)) / {count:UInt64}))) AS at,
           cityHash64(number, 'version') % 10 AS share,
           {versions:Array(String)} AS versions
         SELECT {organisation:String}, versions[least(multiIf(share < 6, 1, share < 9, 2, 3), length(versions))], toDateTime64(toUnixTimestamp64Milli(at) / 1000, 6, 'UTC'),
           translate(
             concat(right(base32Encode(unhex(leftPad(hex(toUInt64(toUnixTimestamp64Milli(at))), 20, '0'))), 10), base32Encode(randomString(10))),
             'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
           ),
           {solution:String}, 'seed', toUInt64(180 + 40000 * pow(randCanonical(2), 12)), status,
           replaceOne(record, '${placeholder}', concat('A-', leftPad(toString(number), 9, '0')))
         FROM numbers({from:UInt64}, {size:UInt64}) AS numbers INNER JOIN ${table} AS likeness ON likeness.n = toUInt32(cityHash64(numbers.number) % ${kinds})
         SETTINGS min_insert_block_size_rows = ${atOnce}, min_insert_block_size_bytes = 0, max_block_size = 65536`,
        {
          organisation: organisationId,
          solution: solutionId,
          versions: versionIds,
          span: days * 86_400_000_000,
          first,
          count,
          from: first + made,
          size: Math.min(atOnce, count - made),
        },
      );
      progress?.(Math.min(count, made + atOnce));
    }
  } finally {
    await clickhouse.command(`DROP TABLE IF EXISTS ${table} SYNC`);
  }
  const outcome = outcomeSourceOf(parsed.definition);
  await settleMinutes(clickhouse, organisationId, (ids) => new Map(outcome === undefined ? [] : ids.map((id) => [id, outcome])));
}

/** Counts the minutes now. Every insert of the caller has ended, so there is nothing to wait for. */
export async function settleMinutes(
  clickhouse: ClickHouse,
  organisation: string,
  sourcesOf: (versionIds: readonly string[]) => OutcomeSources,
): Promise<void> {
  await countMinutes(clickhouse, { settleMillis: 0, stretchSeconds: 10 * 86_400 });
  await detailMinutes(clickhouse, {
    settleMillis: 0,
    // A day per statement: with an hour each, as for live ones, it would be 720 statements for a month.
    stretchSeconds: 86_400,
    maxStretches: 10_000,
    sourcesOf: (_organisation, ids) => Promise.resolve(sourcesOf(ids)),
  });
  await clickhouse.command(
    `INSERT INTO execution_minutes (organisation, version, minute, counted, detailed)
     SELECT DISTINCT organisation, version, minute, now64(3) + toIntervalMillisecond({settle:UInt32} + 1000) AS at, at
     FROM execution_minutes WHERE organisation = {organisation:String}`,
    { organisation, settle: settleMillis },
  );
}

async function likenesses(definition: Definition): Promise<readonly string[]> {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The definition cannot run.");
  const random = createRandom(7);
  const lines: string[] = [];
  const names = new Set(definition.applicationDatasetFields.map(({ name }) => name));
  for (let n = 0; n < kinds; n += 1) {
    const read = readInput(compiled.plan, Object.fromEntries(Object.entries(applicant(random)).filter(([name]) => names.has(name))));
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    const execution = await evaluateWithEffects(compiled.plan, read.input, world(random), AbortSignal.timeout(10_000));
    lines.push(JSON.stringify([n, execution.status, encodeRecord(execution)]));
  }
  return lines;
}

function applicant(random: Random): Readonly<Record<string, unknown>> {
  const income = Math.round(random.between(900, 7_000));
  return {
    applicant_id: placeholder,
    age: Math.round(random.between(16, 82)),
    residency: random.pick(["NL", "NL", "NL", "BE", "DE", "FR", "US"]),
    net_income: income,
    monthly_debts: Math.round(income * random.between(0, 0.8) * 100) / 100,
    employment: random.pick(["permanent", "permanent", "temporary", "self_employed", "student", "retired"]),
    loan_purpose: random.pick(["car", "home", "holiday", "debt", "education"]),
    // For flows whose caller already has the report of the bureau.
    bureau_score: 430 + (income % 300),
    missed_payments: income % 4,
  };
}

/** A bureau that knows most applicants, and sometimes fails. */
function world(random: Random): Effects {
  return {
    webCall: ({ nodeId }) => {
      if (random.next() < 0.01) return Promise.reject(new EffectFailure("webCallTimedOut", "The bureau did not answer in time."));
      const bureau = {
        score: Math.round(random.between(380, 820)),
        accounts: { open: 3, missed_payments: Math.floor(random.between(0, 6) * random.next()) },
      };
      const body = nodeId === "bureau" ? bureau : { id: `UW-${Math.round(random.between(1_000, 9_999))}`, decision: "Refer" };
      return Promise.resolve({ status: 200, body: JSON.stringify(body) });
    },
    predict: () => {
      throw new Error("The example predicts nothing.");
    },
  };
}
