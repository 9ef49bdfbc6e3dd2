export { readXlsx, type ReadXlsx, type Sheet } from "./read-xlsx.ts";
export { writeXlsx } from "./write-xlsx.ts";
