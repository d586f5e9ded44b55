import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setImmediate } from 'node:timers/promises';

type Ask = { port: number; path: string; cookie: string };

/** Requests a page over a new connection from a loopback address. Resolves to the status. */
export async function askFrom(
  from: string,
  { port, path, cookie }: Ask,
  agent: Agent | false = false,
): Promise<number> {
  const headers = { host: `localhost:${port}`, cookie };
  const sent = request({ host: '127.0.0.1', port, path, localAddress: from, headers, agent });
  sent.end();
  const [answer] = await once(sent, 'response');
  await once(answer.resume(), 'end');
  return answer.statusCode;
}

/** Connections that request the same page again and again, spread over the addresses. */
export function openGreedyLines(count: number, addresses: readonly string[], ask: Ask) {
  const agents = addresses.map(() => new Agent({ keepAlive: true }));
  const statuses: number[] = [];
  let isOver = false;
  const lines = Array.from({ length: count }, async (_, line) => {
    const index = line % addresses.length;
    while (!isOver) {
      statuses.push(await askFrom(addresses[index] ?? '', ask, agents[index]));
      await setImmediate();
    }
  });
  return {
    statuses,
    async stop() {
      isOver = true;
      await Promise.all(lines);
      for (const agent of agents) agent.destroy();
    },
  };
}
