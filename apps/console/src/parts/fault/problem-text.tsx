import { asProblem } from "../../api/api-problem.ts";

/** What went wrong, where it went wrong: 'message: description' with its code. */
export function ProblemText({ error }: { readonly error: unknown }) {
  const { message, description, code } = asProblem(error);
  return (
    <p className="notice error" role="alert">
      {message}: {description} <span className="mono">{code}</span>
    </p>
  );
}
