import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { openReverseProxy } from '../world/reverse-proxy.ts';
import { PAGES, READS, type Visitor } from '../browser/visitors.ts';
import { startWholeApp, type WholeApp } from '../app/whole-app.ts';

export type Replicas = {
  origin: string;
  /** Stops each copy in turn by SIGTERM, waits for its end, and starts it again. */
  restartInTurn(): Promise<void>;
  /** Kills the first copy by SIGKILL and starts it again. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

/** Two copies of the built app behind a proxy. They share the database that `env` names. */
export async function openReplicas(env: Record<string, string>): Promise<Replicas> {
  const ports = [await freePort(), await freePort()];
  const proxy = await openReverseProxy(ports);
  const origin = `http://localhost:${proxy.port}`;
  const own = {
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXY_HOPS: '1',
    // Longer than a busy machine needs to check the health of all copies once.
    DRAIN_SECONDS: '3',
    MAX_CONNECTIONS_PER_ADDRESS: '1000000',
  };

  async function begin(port: number): Promise<WholeApp> {
    const app = await startWholeApp({ ...own, ...env, PORT: String(port) });
    if (!(await app.isUp)) throw new Error(`A copy did not start: ${app.said()}`);
    while (!proxy.ready().includes(port)) await delay(20);
    return app;
  }
  const copies = await Promise.all(ports.map(begin));

  async function replace(index: number, signal: NodeJS.Signals): Promise<void> {
    const copy = copies[index]!;
    copy.process.kill(signal);
    const code = await copy.ended;
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`A copy ended with ${code}: ${copy.said().slice(-2000)}`);
    copies[index] = await begin(ports[index]!);
  }

  return {
    origin,
    async restartInTurn() {
      for (const index of copies.keys()) await replace(index, 'SIGTERM');
    },
    kill: () => replace(0, 'SIGKILL'),
    async stop() {
      for (const { process: child } of copies) child.kill('SIGTERM');
      await Promise.all(copies.map(({ ended }) => ended));
      await proxy.close();
    },
  };
}

export type Tally = {
  answered: { pages: number; reads: number; withdrawals: number };
  /** Withdrawals whose creation was confirmed by a response. */
  ids: string[];
  /** Number of unexpected responses and errors, by status or error code. */
  failed: Record<string, number>;
};

const AT_ONCE = 12;

type Load = { atLeast: number; during: () => Promise<void>; onEnough?: () => void };

/** Sends pages, reads and withdrawals of these visitors until `during` has ended and `atLeast` requests were sent. */
export async function underLoad(
  origin: string,
  visitors: readonly Visitor[],
  { atLeast, during, onEnough }: Load,
): Promise<Tally> {
  const tally: Tally = { answered: { pages: 0, reads: 0, withdrawals: 0 }, ids: [], failed: {} };
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let sent = 0;
  let isOver = false;
  const work = async () => {
    while (!isOver || sent < atLeast) {
      const turn = sent++;
      if (sent === atLeast) onEnough?.();
      const { kind, ...call } = callOf(visitors, turn);
      const { status, text } = await ask(origin, agent, call);
      if (status !== (kind === 'withdrawals' ? 201 : 200)) tally.failed[status] = (tally.failed[status] ?? 0) + 1;
      else tally.answered[kind] += 1;
      if (status === 201) tally.ids.push(JSON.parse(text).id);
    }
  };
  const working = Promise.all(Array.from({ length: AT_ONCE }, work));
  try {
    await during();
  } finally {
    isOver = true;
    await working;
    agent.destroy();
  }
  return tally;
}

type Call = { path: string; visitor: Visitor; body?: string };

/** Of ten calls, three are reads and one is a withdrawal while the limits allow it; the others are pages. */
function callOf(visitors: readonly Visitor[], turn: number): Call & { kind: keyof Tally['answered'] } {
  const visitor = visitors[turn % visitors.length]!;
  if (turn % 10 === 0) {
    const rich = visitors.reduce((most, one) => (one.left > most.left ? one : most));
    if (rich.left > 0) {
      rich.left -= 1;
      return { kind: 'withdrawals', path: '/api/finance/withdrawals/', visitor: rich, body: rich.order };
    }
  }
  if (turn % 10 < 4) return { kind: 'reads', path: READS[turn % READS.length]!, visitor };
  return { kind: 'pages', path: PAGES[turn % PAGES.length]!, visitor };
}

function ask(
  origin: string,
  agent: Agent,
  { path, visitor, body }: Call,
): Promise<{ status: string | number; text: string }> {
  const { cookie, address } = visitor;
  const headers = {
    cookie,
    'x-forwarded-for': address,
    ...(body && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', etag: `"${randomUUID()}"` }),
  };
  return new Promise((resolve) => {
    const broken = (error: NodeJS.ErrnoException) => resolve({ status: error.code ?? error.message, text: '' });
    request(origin + path, { agent, headers, method: body ? 'POST' : 'GET' }, (answer) => {
      answer
        .toArray()
        .then((pieces) => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(pieces).toString() }), broken);
    })
      .on('error', broken)
      .end(body);
  });
}
