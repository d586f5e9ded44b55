import { randomUUID } from 'node:crypto';
import { Agent, request, type IncomingMessage } from 'node:http';
import { PAGE_OWNER } from '#domain/page-owner.ts';

type Call = { path: string; cookie: string; address?: string; owner?: string; body?: string };

/** Sends `rate` calls per second, independent of the responses. */
export type Stream = { name: string; rate: number; next(turn: number): Call | undefined };

export type Outcome = {
  name: string;
  rate: number;
  sent: number;
  /** Milliseconds until the response was complete. `refused` has those of status 503. */
  taken: number[];
  refused: number[];
  /** Other statuses and broken connections. */
  failed: Record<string, number>;
};

const TICK_MS = 10;

/** Sends all streams at once for `seconds`, then waits for the last responses. */
export async function drive(origin: string, streams: readonly Stream[], seconds: number): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const driven = streams.map((stream) => ({
    stream,
    outcome: { name: stream.name, rate: stream.rate, sent: 0, taken: [], refused: [], failed: {} } as Outcome,
    answers: [] as Promise<void>[],
  }));
  const began = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = (performance.now() - began) / 1000;
      for (const { stream, outcome, answers } of driven) {
        while (outcome.sent < Math.min(passed, seconds) * stream.rate) {
          const call = stream.next(outcome.sent);
          outcome.sent += 1;
          if (call) answers.push(send(origin, agent, call, outcome));
        }
      }
      if (passed < seconds) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  await Promise.all(driven.flatMap(({ answers }) => answers));
  agent.destroy();
  return driven.map(({ outcome }) => outcome);
}

function send(
  origin: string,
  agent: Agent,
  { path, cookie, address, owner, body }: Call,
  outcome: Outcome,
): Promise<void> {
  const began = performance.now();
  const headers = {
    cookie,
    ...(address && { 'x-forwarded-for': address }),
    ...(owner && { [PAGE_OWNER]: owner }),
    'accept-encoding': 'br',
    ...(body && { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', etag: `"${randomUUID()}"` }),
  };
  return new Promise((resolve) => {
    const note = (word: string) => {
      outcome.failed[word] = (outcome.failed[word] ?? 0) + 1;
      resolve();
    };
    const read = (answer: IncomingMessage) => {
      answer.on('error', () => note('broken')).resume();
      answer.on('end', () => {
        const ms = performance.now() - began;
        if (answer.statusCode === 503) outcome.refused.push(ms);
        else if (answer.statusCode === 200 || answer.statusCode === 201) outcome.taken.push(ms);
        else return note(String(answer.statusCode));
        resolve();
      });
    };
    request(origin + path, { agent, headers, method: body ? 'POST' : 'GET' }, read)
      .on('error', () => note('broken'))
      .end(body);
  });
}
