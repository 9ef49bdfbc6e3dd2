import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A wire that can be cut: stands between a process and a server, and passes on, holds back or ends what goes through. The kernel
 * here cannot drop packets for us, so a held wire is how a network that went silent looks to both ends.
 */
export interface TcpProxy {
  readonly port: number;
  /** What the process sends no longer arrives; what the server sends still does. */
  readonly holdOutgoing: () => void;
  /** Nothing arrives either way, and nobody is told. */
  readonly holdBoth: () => void;
  /** Everything that was held goes on. */
  readonly pass: () => void;
  /** Ends every connection and takes no new one. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

type Mode = "pass" | "outgoing" | "both" | "cut";

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket }>();
  let mode: Mode = "pass";

  function apply(): void {
    for (const { near, far } of pairs) {
      if (mode === "cut") {
        near.destroy();
        far.destroy();
        continue;
      }
      if (mode === "pass") near.resume();
      else near.pause();
      if (mode === "both") far.pause();
      else far.resume();
    }
  }

  const server = createServer((near) => {
    if (mode === "cut") {
      near.destroy();
      return;
    }
    const far = connect(target.port, target.host);
    const pair = { near, far };
    pairs.add(pair);
    near.on("data", (chunk) => void far.write(chunk));
    far.on("data", (chunk) => void near.write(chunk));
    const end = (): void => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      socket.on("close", end);
      socket.on("error", end);
    }
    apply();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const set = (next: Mode) => (): void => {
    mode = next;
    apply();
  };
  return {
    // A server that listens on a port has an address with one.
    port: (server.address() as AddressInfo).port,
    holdOutgoing: set("outgoing"),
    holdBoth: set("both"),
    pass: set("pass"),
    cut: set("cut"),
    close: async () => {
      set("cut")();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
