export { findInFlow, type Found } from "./find.ts";
export { flowOrder } from "./flow-order.ts";
export { walkAlong, walkInOrder, type WalkDirection } from "./walk.ts";
