import type { JobData } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { driftMail } from "./drift-mail.ts";

export interface SendDriftMailOptions {
  readonly postgres: Postgres;
  readonly mailer: Mailer;
  readonly publicUrl: string;
}

/**
 * Mails the creator of the prediction about all notices that were not mailed yet. A worker that dies after sending and before storing that it did
 * sends the mail again; one that dies earlier leaves the job to another worker.
 */
export function createSendDriftMail({ postgres, mailer, publicUrl }: SendDriftMailOptions) {
  return async function sendDriftMail({ organisationId, predictionId }: JobData["prediction.drifted"]): Promise<void> {
    const tenant = { organisationId, userId: null };
    const found = await postgres.inOrganisation(tenant, (tx) => read(tx, predictionId));
    // Already mailed, or there is no recipient.
    if (found === undefined || found.moved.length === 0) return;
    const link = new URL(`/prediction/${predictionId}`, publicUrl).href;
    const { email: to, first_name: firstName, name: prediction } = found.owner;
    await mailer.send(driftMail({ to, firstName, prediction, moved: found.moved, link }));
    await postgres.inOrganisation(tenant, async (tx) => {
      for (const { of, column, day, model } of found.moved) {
        await tx
          .updateTable("prediction_alerts")
          .set({ mailed_at: new Date() })
          .where("prediction_id", "=", predictionId)
          .where("model", "=", model)
          .where(sql<boolean>`day = ${day}::date`)
          .where("subject", "=", of)
          .where("column_name", "=", column)
          .execute();
      }
    });
  };
}

async function read(tx: Tx, predictionId: string) {
  const owner = await tx
    .selectFrom("predictions")
    .innerJoin("users", "users.id", "predictions.created_by")
    .where("predictions.id", "=", predictionId)
    .where("users.status", "=", "active")
    .select(["users.email", "users.first_name", "predictions.name"])
    .executeTakeFirst();
  if (owner === undefined) return undefined;
  const moved = await tx
    .selectFrom("prediction_alerts")
    .where("prediction_id", "=", predictionId)
    .where("wants_mail", "=", true)
    .where("mailed_at", "is", null)
    .select(["subject as of", "column_name as column", "model", "psi", sql<string>`to_char(day, 'YYYY-MM-DD')`.as("day")])
    .orderBy("psi", "desc")
    .execute();
  return { owner, moved };
}
