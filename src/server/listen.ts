import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type ListenOptions, Server } from 'node:net';
import { promisify } from 'node:util';
import { type Config, ConfigRefusal } from './config.ts';

export type Listening = {
  connections(): Promise<number>;
  /** Takes no new visitors, lets those inside finish, and after ten seconds closes their lines. */
  stop(): Promise<void>;
};

/**
 * A turn of the event loop takes one new connection from each listening socket (`uv__server_io` in libuv 1.52) and then
 * does whatever else is there to be done. Of a crowd that comes at once everybody would wait in front of one socket for
 * as many pages as there are people before them, those who are to be told that it is too much as well.
 */
const SOCKETS = process.platform === 'linux' ? 16 : 1;
const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/** Lets visitors in: at one port, through several sockets among which the kernel shares them out. */
export async function listen(server: HttpServer, { host, port }: Pick<Config, 'host' | 'port'>): Promise<Listening> {
  // Sockets that share a port would share it with another Atrium as well.
  if (SOCKETS > 1) await closed(await opened(createServer(), { host, port }));
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  );
  const all: Server[] = [server, ...others];
  for (const each of all) await opened(each, { host, port, reusePort: SOCKETS > 1 });
  return {
    connections: async () => {
      const counts = await Promise.all(all.map((each) => promisify(each.getConnections.bind(each))()));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      const allClosed = Promise.all(all.map(closed));
      // A line whose request has been answered stays open for the next one, which will not be taken. Once what has come
      // is read, that is: a request that is still to be read looks idle.
      const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), SWEEP_MS);
      const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await allClosed;
      clearInterval(sweep);
      clearTimeout(impatience);
    },
  };
}

async function opened(server: Server, where: ListenOptions & { port: number }): Promise<Server> {
  server.listen(where);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new ConfigRefusal(`Port ${where.port} is taken by another program; stop it or set PORT to a free one.`);
    }
    if (error.code === 'EACCES') {
      throw new ConfigRefusal(`Port ${where.port} needs more rights; set PORT to one above 1023.`);
    }
    throw error;
  });
  return server;
}

/** As sockets are closed: http's own `close` cuts lines whose request it has not read yet. */
function closed(server: Server): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()));
}
