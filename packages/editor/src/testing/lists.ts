import type { FlowList } from "@airlock/flow";

/** A set of String keys. */
export const blocked: FlowList = { listId: "list-blocked", name: "Blocked", keyType: "String", columns: [] };

/** A lookup table. */
export const postcodes: FlowList = {
  listId: "list-postcodes",
  name: "Postcode risk",
  keyType: "String",
  columns: [
    { name: "risk_band", type: "String" },
    { name: "uplift", type: "Float" },
  ],
};

/** A set of Integer keys. */
export const brokers: FlowList = { listId: "list-brokers", name: "Brokers", keyType: "Integer", columns: [] };
