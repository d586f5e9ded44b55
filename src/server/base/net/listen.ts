import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { Server } from 'node:net';
import { promisify } from 'node:util';
import { type Config, ConfigRefusal } from '../config.ts';

export type Listening = {
  connections(): Promise<number>;
  /** Refuses new connections and lets requests finish, for at most ten seconds. */
  stop(): Promise<void>;
};

const GRACE_MS = 10_000;
const SWEEP_MS = 50;

type ListenAddress = Pick<Config, 'host' | 'port'>;

export async function listen(server: HttpServer, where: ListenAddress, setting = 'PORT'): Promise<Listening> {
  await openPort(server, where, setting);
  return {
    connections: promisify(server.getConnections.bind(server)),
    async stop() {
      const allClosed = closeServer(server);
      // Closes keep-alive connections. `setImmediate` reads pending data first: a request not yet read looks idle.
      const sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), SWEEP_MS);
      const closeTimer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await allClosed;
      clearInterval(sweep);
      clearTimeout(closeTimer);
    },
  };
}

async function openPort(server: HttpServer, where: ListenAddress, setting: string): Promise<void> {
  server.listen(where);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') {
      throw new ConfigRefusal(
        `Port ${where.port} is taken by another program; stop it or set ${setting} to a free one.`,
      );
    }
    if (error.code === 'EACCES') {
      throw new ConfigRefusal(`Port ${where.port} needs more rights; set ${setting} to one above 1023.`);
    }
    if (error.code && NO_ADDRESS.includes(error.code)) {
      const name = setting.replace('PORT', 'HOST');
      throw new ConfigRefusal(`“${where.host}” is no address of this machine; set ${name} to one, such as 127.0.0.1.`);
    }
    throw error;
  });
}

const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'];

/** http’s own `close` would also close connections with an unread request. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()));
}
