/**
 * npm run numbers:sql -- --operations 1000000 [--seed 1]
 *
 * Every operation on numbers, each as a flow, over rows of hostile numbers: the compiled plans and SQL in the real ClickHouse engine must return the
 * same bits or the same error. Each is run in both forms of SQL, interpreted and JIT-compiled.
 */
import { parseArgs } from "node:util";
import { ClickHouse } from "./clickhouse.ts";
import { compareOperation, operations } from "./compare-operations.ts";

const { values } = parseArgs({ options: { operations: { type: "string", default: "1000000" }, seed: { type: "string", default: "1" } } });
const rows = Math.ceil(Number(values.operations) / operations.filter(({ isConstant }) => isConstant !== true).length);

const database = new ClickHouse();
let passed = 0;
let failed = 0;
for (const [index, operation] of operations.entries()) {
  const { compared, errors, literals, differences } = await compareOperation(operation, rows, Number(values.seed) * 1000 + index, database);
  passed += compared - differences.length;
  failed += differences.length;
  const said = `${compared} compared, ${errors} of them errors${literals === 0 ? "" : `, ${literals} literals`}`;
  console.log(`${operation.name.padEnd(30)} ${said}, ${differences.length} different`);
  for (const difference of differences.slice(0, 3)) console.log(`  ${difference}`);
}
database.close();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
