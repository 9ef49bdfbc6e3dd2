import type { FieldProblem } from "@airlock/contract";
import { asProblem } from "../api/api-problem.ts";
import { ProblemText } from "../parts/fault/problem-text.tsx";

/** Rows of a file that were rejected, as the api names them. */
export function rejectionsIn(error: unknown): readonly FieldProblem[] {
  const problem = asProblem(error);
  return problem.code === "LIST_ROWS_REJECTED" ? problem.problems : [];
}

/** Why a file was not imported; rejected rows each with what is wrong. */
export function RejectedRows({ error }: { readonly error: unknown }) {
  const rejections = rejectionsIn(error);
  return (
    <div className="list-rejected">
      <ProblemText error={error} />
      {rejections.length > 0 && (
        <ul aria-label="Rejected rows">
          {rejections.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <b>{field}</b> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
