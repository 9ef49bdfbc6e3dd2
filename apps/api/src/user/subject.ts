import type { Subject } from "../http/subject.ts";
import { userState } from "./resource.ts";
import { findUser, type UserRow } from "./store.ts";

export const userSubject: Subject<"user", UserRow> = {
  resource: "user",
  parameter: "userId",
  missing: "USER_NOT_FOUND",
  find: findUser,
  state: userState,
};
