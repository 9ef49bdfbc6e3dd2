export interface SqlRefusal {
  readonly ok: false;
  readonly code: "NOT_RUNNABLE" | "WEB_CALL" | "MODEL_UNKNOWN" | "INPUT" | "TEXT" | "TODAY" | "LIST";
  readonly reason: string;
}

export function refuse(code: SqlRefusal["code"], reason: string): SqlRefusal {
  return { ok: false, code, reason };
}
