import { connect, type Socket } from 'node:net';
import { startApp } from './app.ts';

/**
 * Connections that are opened, ask once and stay, from as many addresses as `--addresses` says; and whether a newcomer's
 * sign of life is answered meanwhile. Linux only: elsewhere a machine has one address of its own.
 */
const TRIES = Number(process.argv[process.argv.indexOf('--connections') + 1]) || 8_000;
const ADDRESSES = Number(process.argv[process.argv.indexOf('--addresses') + 1]) || 2;
const AT_ONCE = 200;

const app = await startApp({ MAX_CONNECTIONS_PER_ADDRESS: '200' });
const port = Number(new URL(app.origin).port);
const open = new Set<Socket>();
let answered = 0;
let isHealthy = true;
for (let tried = 0; tried < TRIES; tried += AT_ONCE) {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => openIdle(`127.0.1.${(index % ADDRESSES) + 1}`)));
  isHealthy &&= await isAlive();
}
console.table([
  { tried: TRIES, addresses: ADDRESSES, answered, open: open.size, newcomers: isHealthy ? 'answered' : 'refused' },
]);
for (const socket of open) socket.destroy();
await app.stop();

function openIdle(localAddress: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    open.add(socket);
    socket.once('data', () => (answered += 1));
    socket.on('data', () => resolve()).on('error', () => {});
    socket.on('close', () => {
      open.delete(socket);
      resolve();
    });
    socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
  });
}

async function isAlive(): Promise<boolean> {
  const headers = { connection: 'close' };
  const answer = await fetch(`${app.origin}/healthz`, { headers }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}
