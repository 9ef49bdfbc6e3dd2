import { sql, type RawBuilder } from "kysely";

/** The full name of the user with this id, as a column; empty if the user was deleted. */
export function userNameOf(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((
    select trim(coalesce(users.first_name, '') || ' ' || users.name) from users where users.id = ${userId}
  ), '')`;
}
