import type { WrittenQuery } from "./write-query.ts";

export type SqlSettings = Readonly<Record<string, string | number>>;

/** With more levels than this, optimising the plan takes longer than running it. */
const shallow = 12;

/** Settings that the database needs to parse, plan and run the query correctly and fast. */
export function querySettings(levels: number, isCompiled: boolean, { sql, stages }: WrittenQuery): SqlSettings {
  const longest = Math.max(sql.length, ...stages.map(({ create }) => create.length));
  return {
    // No generated expression can throw, and computing both branches is much faster than testing the condition first.
    short_circuit_function_evaluation: "disable",
    // Expressions are compiled at once or not at all, so that a repeated query takes the same time.
    ...(isCompiled ? { compile_expressions: 1, min_count_to_compile_expression: 0 } : { compile_expressions: 0 }),
    ...(levels > shallow ? { query_plan_enable_optimizations: 0 } : {}),
    // Numbers in text are read as the nearest double.
    precise_float_parsing: 1,
    // A character is at most four bytes.
    max_query_size: 4 * longest + 1_000,
    max_parser_depth: 10_000,
    max_subquery_depth: 10_000,
    max_ast_depth: 100_000,
    max_ast_elements: 10_000_000,
    max_expanded_ast_elements: 10_000_000,
  };
}
