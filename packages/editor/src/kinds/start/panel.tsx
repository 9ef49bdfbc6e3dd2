export function StartPanel() {
  return <p className="ep-empty-row">Start has no properties: every decision begins there.</p>;
}
