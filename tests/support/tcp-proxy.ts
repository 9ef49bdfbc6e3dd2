import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A connection that can be interrupted: a proxy between a process and a server that forwards, holds or ends the traffic. The kernel cannot drop
 * packets here, so held traffic simulates a network that went silent.
 */
export interface TcpProxy {
  readonly port: number;
  /** Holds what the process sends; what the server sends still arrives. */
  readonly holdOutgoing: () => void;
  /** Holds both directions without closing connections. */
  readonly holdBoth: () => void;
  /** Forwards everything that was held. */
  readonly pass: () => void;
  /** Ends every connection and accepts no new ones. */
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
    // A listening TCP server has an address with a port.
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
