import type { Router } from "../http/router.ts";
import { done } from "../outcome.ts";
import { auditList } from "./resource.ts";
import { listAudit } from "./store.ts";

export function auditRoutes(router: Router): void {
  router.user("audit.list", async ({ actor, tx, query }) => {
    const page = await listAudit(tx, actor, query);
    return "kind" in page ? page : done(auditList(actor, query, page));
  });
}
