import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { memoryMb, startApp } from './app.ts';
import { type Figures, inTurn, median, note } from './phone/figures.ts';
import { type Document, load } from './phone/servers.ts';
import { openMachine } from './quality/machine.ts';
import { writeFigures } from './quality/written.ts';
import { signInAsAnna } from './sign-in.ts';

/**
 * CPU time and pages per second of each page, compared with `node:http` sending the same bytes; also start-up and
 * memory. All responses are compressed. Linux only, needs `wrk`.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
});
const ROUNDS = Number(values.rounds);
const SECONDS = Number(values.seconds);

const GUESTS = ['/ru/auth', '/ru/auth/sign-up?ref=anna', '/ru/disclosure'];
const MEMBERS = ['profile', 'team', 'team/ivan', 'finance', 'finance/transactions', 'licenses', 'licenses/structure']
  .concat(['feed', 'feed/webinars', 'notices', 'support', 'settings', 'settings/security'])
  .map((page) => `/ru/dashboard/${page}`);
const PARTNER = '/ru/partnerlink/anna';

// Turns off load shedding: requests that `wrk` has dropped still run when the next ones arrive.
const app = await startApp({ TRUSTED_PROXY_HOPS: '1', EVENT_LOOP_LAG_MS: '3600000', MAX_IN_FLIGHT: '1000' });
const machine = await openMachine();
const { access } = await signInAsAnna(app.origin);
const cookie = `access_token=${access}; lang=ru`;
const atRestMb = memoryMb(app.pid);
const raw = await openRaw(app.origin + PARTNER);

const ofApp = (path: string, more: Partial<Document> = {}): Document => ({
  name: path,
  url: app.origin + path,
  pid: app.pid,
  encoding: 'br',
  ...more,
});
const documents: Document[] = [
  ...MEMBERS.map((path) => ofApp(path, { cookie })),
  ofApp('/ru/dashboard/team', { name: 'team, changed each time', cookie, readers: 'with news' }),
  ...GUESTS.map((path) => ofApp(path, { readers: 'from anywhere' })),
  ofApp(PARTNER, { readers: 'from anywhere' }),
  {
    name: 'node:http, the bytes of the partner page',
    url: raw.url,
    pid: process.pid,
    encoding: 'br',
    readers: 'from anywhere',
  },
];

const figures: Figures = {};
for (const document of documents) await load(document, 1);
for (let round = 0; round < ROUNDS; round += 1) {
  await machine.sample();
  for (const document of inTurn(documents, round)) note(figures, document.name, await load(document, SECONDS));
}
const afterLoadMb = memoryMb(app.pid);
raw.close();
await machine.close();
await app.stop();

const limit = median(figures[documents.at(-1)?.name ?? '']?.['perSecond']) ?? 0;
const rows = documents.map(({ name }) => {
  const perSecond = median(figures[name]?.['perSecond']) ?? 0;
  return {
    page: name,
    cpuMs: rounded(median(figures[name]?.['cpuMs']) ?? 0, 2),
    perSecond: rounded(perSecond, 0),
    'share of node:http': rounded(perSecond / limit, 3),
  };
});
console.table(rows);
const result = {
  firstStartMs: rounded(app.startMs, 0),
  atRestMb: rounded(atRestMb, 0),
  afterLoadMb: rounded(afterLoadMb, 0),
};
console.table([result]);
await writeFigures('documents', {
  machine,
  figures: {
    'partner ÷ node:http': rows.find(({ page }) => page === PARTNER)?.['share of node:http'],
    'node:http': limit,
    'memory after documents': afterLoadMb,
  },
  details: { ...result, rows },
});

/** Sends the same bytes and headers without any work: the upper limit of this machine. */
async function openRaw(page: string): Promise<{ url: string; close(): void }> {
  const [answer] = (await once(get(page, { headers: { 'accept-encoding': 'br' } }), 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray());
  const headers = Object.entries(answer.headers).filter(
    ([name]) => !['connection', 'keep-alive', 'date'].includes(name),
  );
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, Object.fromEntries(headers));
    outgoing.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
