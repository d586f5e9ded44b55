import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** From whoever has connected, or to them. */
export type Direction = 'there' | 'back';

/** What can be wrong with a line for a while; in one direction only where that is said. */
export type LineFault =
  | { kind: 'latency'; ms: number; direction?: Direction }
  /** Connections are taken and nothing comes through. What was sent meanwhile arrives at the end, as TCP has it. */
  | { kind: 'silence'; direction?: Direction }
  /** A few bytes at a time. */
  | { kind: 'slices'; bytes: number; direction?: Direction }
  /** What is connected is reset, again and again; new connections go through until the next time. */
  | { kind: 'cut'; everyMs: number }
  /** Nobody is let in, and what is connected is reset. */
  | { kind: 'down' };

export type FaultyLine = {
  port: number;
  begin(fault: LineFault): Promise<void>;
  /** Ends whatever was wrong. */
  heal(): Promise<void>;
  /** Resets what is connected. */
  cut(): void;
  /** From now on new connections end there. */
  leadTo(target: NetConnectOpts): void;
  close(): Promise<void>;
};

/** A TCP proxy that can be told to be a bad line. */
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

  /** Waits while nothing comes through. */
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
    // Only TCP knows a reset; the other end may be a socket of this machine.
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
