import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line to the database that can be cut, closed, silenced and led elsewhere. */
export type Line = {
  databaseUrl: string;
  /** Breaks what is connected; new connections go through. */
  cut(): void;
  /** Takes no connections and breaks what is there. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Nothing comes through any more, and nobody is told. */
  silence(): void;
  speak(): void;
  /** From now on new connections end at another server. */
  leadTo(databaseUrl: string): void;
};

export async function openAddress(databaseUrl: string): Promise<Line> {
  let folder = folderOf(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(`${folder}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => isSilent || to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${port}`;
  return {
    databaseUrl: url.href,
    cut,
    close,
    open: () => listen(port),
    silence: () => (isSilent = true),
    speak: () => {
      isSilent = false;
      cut();
    },
    leadTo: (other) => (folder = folderOf(other)),
  };
}

function folderOf(databaseUrl: string): string {
  return new URL(databaseUrl).searchParams.get('host') ?? '';
}
