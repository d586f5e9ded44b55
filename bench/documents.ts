import { writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { cpuMs, memoryMb, startApp } from './app.ts';
import { signInAsAnna } from './sign-in.ts';

/** Node's CPU per document, documents a second, memory and start-up. Linux only, because it reads /proc. */
const ROUNDS = 3;
const WARM_UP = 400;
const DOCUMENTS = 2000;
const AT_ONCE = 16;

const app = await startApp();
const { access, refresh } = await signInAsAnna(app.origin);
const cookie = `access_token=${access}; refresh_token=${refresh}`;
const pages = [
  { name: 'profile', path: '/ru/dashboard/profile', cookie },
  { name: 'sign-in', path: '/ru/auth', cookie: '' },
];
const rows: Record<string, { cpuMs: number; perSecond: number }[]> = {};
for (const page of pages) await load(page, WARM_UP);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const page of pages) (rows[page.name] ??= []).push(await load(page, DOCUMENTS));
}
const afterLoadMb = memoryMb(app.pid);
await app.stop();

const result = {
  firstStartMs: Math.round(app.startMs),
  memoryMb: Math.round(afterLoadMb),
  documents: Object.fromEntries(
    Object.entries(rows).map(([name, runs]) => [
      name,
      { cpuMs: median(runs.map((run) => run.cpuMs)), perSecond: median(runs.map((run) => run.perSecond)) },
    ]),
  ),
};
console.table(result.documents);
console.log(
  `first start with an empty data folder ${result.firstStartMs} ms · memory after load ${result.memoryMb} MB`,
);
await writeFile('bench/documents.json', `${JSON.stringify(result, null, 2)}\n`);

async function load({ path, cookie: cookies }: { path: string; cookie: string }, count: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const cpuBefore = cpuMs(app.pid);
  const began = performance.now();
  let left = count;
  const worker = async () => {
    while (left-- > 0) await get(agent, path, cookies);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return { cpuMs: hundredths((cpuMs(app.pid) - cpuBefore) / count), perSecond: hundredths(count / seconds) };
}

function get(agent: Agent, path: string, cookies: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(app.origin + path, { agent, headers: cookies ? { cookie: cookies } : {} }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      answer.on('end', resolve).resume();
    })
      .on('error', reject)
      .end();
  });
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
