import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** `there` is from the client, `back` to the client. */
export type Direction = 'there' | 'back';

/** A lasting fault. Without `direction` it applies to both directions. */
export type LineFault =
  | { kind: 'latency'; ms: number; direction?: Direction }
  /** Connections open, but no bytes pass. Bytes sent during it arrive at the end, as in TCP. */
  | { kind: 'silence'; direction?: Direction }
  | { kind: 'slices'; bytes: number; direction?: Direction }
  /** Resets all connections at this interval; new ones work until the next reset. */
  | { kind: 'cut'; everyMs: number }
  /** Refuses new connections and resets open ones. */
  | { kind: 'down' };

export type FaultyLine = {
  port: number;
  begin(fault: LineFault): Promise<void>;
  heal(): Promise<void>;
  cut(): void;
  leadTo(target: NetConnectOpts): void;
  close(): Promise<void>;
};

/** TCP proxy that can simulate faults of a network. */
export async function openFaultyLine(first: NetConnectOpts): Promise<FaultyLine> {
  let target = first;
  let fault: LineFault | undefined;
  let healed = Promise.withResolvers<void>();
  let cutting: NodeJS.Timeout | undefined;
  const sockets = new Set<Socket>();

  const inWay = (direction: Direction) =>
    fault && (!('direction' in fault) || fault.direction === undefined || fault.direction === direction)
      ? fault
      : undefined;

  const passable = async (direction: Direction) => {
    while (inWay(direction)?.kind === 'silence') await healed.promise;
  };

  async function pass(bytes: Buffer, to: Socket, direction: Direction): Promise<void> {
    await passable(direction);
    const now = inWay(direction);
    if (now?.kind === 'latency') await Promise.race([delay(now.ms), healed.promise]);
    const size = now?.kind === 'slices' ? now.bytes : bytes.length;
    for (let from = 0; from < bytes.length && to.writable; from += size) {
      to.write(bytes.subarray(from, from + size));
      if (size < bytes.length) await delay(1);
    }
    if (to.writableNeedDrain) await Promise.race([once(to, 'drain'), once(to, 'close')]).catch(() => {});
  }

  function carry(from: Socket, to: Socket, direction: Direction): void {
    let carried = Promise.resolve();
    const then = (next: () => Promise<void> | void) => {
      carried = carried.then(next);
    };
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes: Buffer) => {
      from.pause();
      then(async () => {
        await pass(bytes, to, direction);
        from.resume();
      });
    });
    from.on('end', () => then(() => void to.end()));
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      then(async () => {
        await passable(direction);
        to.destroy();
      });
    });
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ allowHalfOpen: true, ...target });
    carry(near, far, 'there');
    carry(far, near, 'back');
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const cut = () => {
    // Unix sockets have no reset, so they are destroyed.
    for (const socket of sockets) {
      if (socket.remotePort === undefined) socket.destroy();
      else socket.resetAndDestroy();
    }
  };
  const shut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  const heal = async () => {
    clearInterval(cutting);
    fault = undefined;
    healed.resolve();
    healed = Promise.withResolvers();
    if (!server.listening) await listen(port);
  };
  return {
    port,
    async begin(next) {
      await heal();
      fault = next;
      if (next.kind === 'down') await shut();
      if (next.kind !== 'cut') return;
      cut();
      cutting = setInterval(cut, next.everyMs);
    },
    heal,
    cut,
    leadTo(next) {
      target = next;
    },
    async close() {
      clearInterval(cutting);
      fault = undefined;
      healed.resolve();
      if (server.listening) await shut();
      else cut();
    },
  };
}
