const entries = [
  ["call", "Call it"],
  ["samples", "Samples"],
  ["fields", "Fields"],
  ["errors", "Errors"],
  ["idempotency", "Idempotency"],
  ["batches", "Batches"],
  ["correlation", "Finding a decision"],
  ["limits", "Limits"],
  ["openapi", "OpenAPI"],
] as const;

/** The parts of the page; it stays in view while one scrolls. */
export function Contents() {
  return (
    <nav className="api-contents" aria-label="Contents">
      {entries.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}
