import type { Server } from 'node:http';

const GRACE_MS = 10_000;
const SWEEP_MS = 50;

/** Takes no new visitors, lets those inside finish, and after ten seconds closes their lines. */
export async function stopServing(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A line whose request has been answered stays open for the next one, which will not be taken.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const impatience = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(impatience);
}
