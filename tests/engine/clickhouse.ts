import { Session } from "chdb";

export interface Column {
  readonly name: string;
  readonly type: string;
}

/** `undefined` and `null` are NULL. */
export type Cell = string | number | bigint | null | undefined;

/** The real ClickHouse engine in this process, with a temporary folder. */
export class ClickHouse {
  readonly #session = new Session();

  constructor() {
    this.#session.query("CREATE DATABASE parity ENGINE = Atomic");
    this.#session.query("USE parity");
  }

  /** Settings last for the session: callers must reset them. */
  set(settings: Readonly<Record<string, string | number>>): void {
    const list = Object.entries(settings).map(([name, value]) => `${name} = ${typeof value === "number" ? value : `'${value}'`}`);
    this.#session.query(`SET ${list.join(", ")}`);
  }

  run(sql: string): void {
    this.#session.query(sql);
  }

  rows(sql: string): readonly (readonly unknown[])[] {
    const text = this.#session.query(sql, "JSONCompactEachRow");
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as readonly unknown[]])); // Guaranteed by the format.
  }

  bytes(sql: string): Promise<Uint8Array> {
    return this.#session.queryAsync(sql, { format: "RowBinary" }).then((result) => result.bytes());
  }

  /** Creates the table again and fills it. Quoting is implemented independently, so that it does not verify itself. */
  async load(table: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Promise<void> {
    const name = (text: string): string => `\`${text.replace(/[\\`]/g, (letter) => `\\${letter}`)}\``;
    const list = columns.map((column) => `${name(column.name)} ${column.type}`).join(", ");
    this.run(`CREATE OR REPLACE TABLE loading (${list}) ENGINE = Memory`);
    const values = Buffer.from(rows.map((row) => `${row.map(tabSeparated).join("\t")}\n`).join(""));
    await this.#session.insert({ table: "loading", values, format: "TSV", settings: { precise_float_parsing: 1 } });
    this.run(`DROP TABLE IF EXISTS ${name(table)}`);
    this.run(`RENAME TABLE loading TO ${name(table)}`); // The client only inserts into plain names.
  }

  close(): void {
    this.#session.close();
  }
}

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0" };

function tabSeparated(cell: Cell): string {
  if (cell === undefined || cell === null) return "\\N";
  if (typeof cell === "string") return cell.replace(/[\\\t\n\r\0]/g, (letter) => escapes[letter] ?? letter);
  if (Number.isNaN(cell)) return "nan";
  return cell === Infinity ? "inf" : cell === -Infinity ? "-inf" : Object.is(cell, -0) ? "-0" : String(cell);
}
