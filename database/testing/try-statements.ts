/**
 * Runs statements in a ClickHouse engine of its own, in a separate process because it reads `config.xml` from its working directory. Standard input:
 * JSON `{ data, statements }`. Standard output: JSON, for each statement its rows as text or ClickHouse's error code.
 */
import { text } from "node:stream/consumers";
import { Session } from "chdb";
import { z } from "zod";

const input = z.object({ data: z.string(), statements: z.array(z.string()) });
const { data, statements } = input.parse(JSON.parse(await text(process.stdin)));
const session = new Session(data);
const outcomes = statements.map((statement) => {
  try {
    return session.query(statement, "TSV");
  } catch (error) {
    return Number(/Code: (\d+)\./.exec(String(error))?.[1] ?? Number.NaN);
  }
});
process.stdout.write(JSON.stringify(outcomes));
session.close();
