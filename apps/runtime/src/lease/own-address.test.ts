import { hostname } from "node:os";
import { expect, test } from "vitest";
import { ownAddress } from "./own-address.ts";

test("the advertised address is the configured one, the host that a runtime listens on, or its host name if it listens on all", () => {
  expect(ownAddress("http://runtime-0.runtimes:8082", "0.0.0.0", 8082)).toBe("http://runtime-0.runtimes:8082");
  expect(ownAddress("", "10.1.2.3", 8082)).toBe("http://10.1.2.3:8082");
  for (const host of ["0.0.0.0", "::"]) expect(ownAddress("", host, 8082)).toBe(`http://${hostname()}:8082`);
});
