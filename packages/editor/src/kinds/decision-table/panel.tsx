/** The node's sentence under the panel shows what the table sets. */
export function DecisionTablePanel() {
  return <p className="ep-empty-row">Tables cannot be edited here. Change them in the solution's file, or by the API.</p>;
}
