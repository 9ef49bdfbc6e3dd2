import { addressOf } from "../../api/address-of.ts";
import { asProblem } from "../../api/api-problem.ts";
import type { Session } from "../../api/session/session.ts";
import { clearValidation, storeValidation, storedValidation } from "../../api/session/validation.ts";

export type Validated =
  | { readonly status: "success"; readonly emailAddress: string; readonly organisationName: string }
  | { readonly status: "confirmed" }
  /** `newer`: when the invitation was sent that replaced this one. */
  | { readonly status: "failed"; readonly code: string; readonly newer?: string };

const validations = new Map<string, Promise<Validated>>();

/** A key can be used only once, so it is validated once per attempt, however often the page renders. */
export function validateKey(session: Session, key: string, attempt: number): Promise<Validated> {
  const name = `${attempt}:${key}`;
  const known = validations.get(name) ?? validate(session, key);
  validations.set(name, known);
  return known;
}

async function validate(session: Session, key: string): Promise<Validated> {
  const before = storedValidation();
  await session.leaveQuietly();
  // A reload after success must not use the key a second time.
  if (before?.key === key && before.emailAddress !== undefined) {
    return { status: "success", emailAddress: before.emailAddress, organisationName: before.organisationName ?? "" };
  }
  storeValidation({ key });
  try {
    const href = addressOf("user.validate", { key });
    const { _embedded } = await session.client.post("user.validate", href, { purpose: "public" });
    storeValidation({ key, ..._embedded });
    return { status: "success", ..._embedded };
  } catch (error) {
    clearValidation();
    const { code, problems } = asProblem(error);
    if (code === "ACCOUNT_CONFIRMED") return { status: "confirmed" };
    const newer = problems.find((problem) => problem.code === "replaced")?.message;
    return { status: "failed", code, ...(newer === undefined ? {} : { newer }) };
  }
}
