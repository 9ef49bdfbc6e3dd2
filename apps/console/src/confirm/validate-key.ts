import { asProblem } from "../api/api-problem.ts";
import type { Session } from "../session/session.ts";
import { clearValidation, storeValidation, storedValidation } from "../session/validation.ts";

export type Validated =
  | { readonly status: "success"; readonly emailAddress: string | undefined }
  | { readonly status: "failed"; readonly code: string };

interface Activation {
  readonly _embedded: { readonly emailAddress: string };
}

const asked = new Map<string, Promise<Validated>>();

/** A key is good for one use, so it is asked about once per attempt, however often the page is drawn. */
export function validateKey(session: Session, key: string, attempt: number): Promise<Validated> {
  const name = `${attempt}:${key}`;
  const known = asked.get(name) ?? validate(session, key);
  asked.set(name, known);
  return known;
}

async function validate(session: Session, key: string): Promise<Validated> {
  const before = storedValidation();
  await session.leaveQuietly();
  // A reload after success must not use the key a second time.
  if (before?.key === key && before.emailAddress !== undefined) return { status: "success", emailAddress: before.emailAddress };
  storeValidation({ key });
  try {
    const href = `/dme/manage/v1/users/validate/${encodeURIComponent(key)}`;
    const { _embedded } = await session.client.request<Activation>("POST", href, { purpose: "public" });
    storeValidation({ key, emailAddress: _embedded.emailAddress });
    return { status: "success", emailAddress: _embedded.emailAddress };
  } catch (error) {
    clearValidation();
    return { status: "failed", code: asProblem(error).code };
  }
}
