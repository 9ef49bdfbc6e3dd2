/** The node's sentence under the panel shows the formulas. */
export function FormulaPanel() {
  return <p className="ep-empty-row">Formulas cannot be edited here. Change them in the solution's file, or by the API.</p>;
}
