import { errorAdvice } from "./error-advice.ts";
import type { ReadDocument } from "./read-document.ts";

/** Every refusal of the call: when it comes, and what to do about it. */
export function ErrorsSection({ refusals }: { readonly refusals: ReadDocument["refusals"] }) {
  return (
    <section className="api-section" id="errors" aria-label="Errors">
      <h2>
        Errors{" "}
        <span className="helper">
          Always <code>application/problem+json</code> with code, description and correlationId. Test the code.
        </span>
      </h2>
      <div className="card api-table-card">
        <table className="data-table api-table api-errors" aria-label="Errors">
          <thead>
            <tr>
              <th className="api-status">Status</th>
              <th>Code</th>
              <th>When</th>
              <th>What to do</th>
            </tr>
          </thead>
          <tbody>
            {refusals.flatMap(({ status, codes }) =>
              codes.map(({ code, description }) => (
                <tr key={`${status} ${code}`}>
                  <td className="num api-error">{status}</td>
                  <td className="mono">{code}</td>
                  <td className="muted">{description}</td>
                  <td>{errorAdvice(code)}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}
