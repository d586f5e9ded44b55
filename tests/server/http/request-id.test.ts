import { expect, test } from 'vitest';
import { translator } from '#i18n/translator.ts';
import { createApp } from '#server/http/calls/app.ts';
import { createLog } from '#server/base/log.ts';
import { apiOf } from '../../support/app/api.ts';
import { visit } from '../../support/app/http.ts';
import { openLine } from '../../support/db/line.ts';
import { postJson } from '../../support/app/raw-call.ts';
import { createTestServices, emptyDatabase } from '../../support/app/services.ts';
import { silentLog } from '../../support/app/silent-log.ts';
import { openTestSite } from '../../support/app/site.ts';

type Line = { event: string; requestId?: string; [field: string]: unknown };

async function openLogged(options: Parameters<typeof openTestSite>[0] = {}) {
  const lines: Line[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { ...(await openTestSite({ ...options, log })), lines };
}

/** Searches the log for an id that a person reads to support. */
const grep = (lines: Line[], id: string) => lines.filter((line) => JSON.stringify(line).includes(id));

const idOn = (page: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(page)?.[0] ?? 'none';

test('the id on the page that says the service is unavailable leads to why, in the log', async () => {
  const line = await openLine(await emptyDatabase());
  const { port, lines } = await openLogged({ env: { DATABASE_URL: line.databaseUrl } });
  await line.close();
  const page = await visit(port, '/ru/partnerlink/anna');
  await line.open();
  expect(page.status).toBe(503);
  expect(idOn(page.text)).toBe(page.headers['x-request-id']);
  const found = grep(lines, idOn(page.text));
  expect(found.map(({ event }) => event)).toEqual(expect.arrayContaining(['unavailable', 'request']));
  expect(found.find(({ event }) => event === 'unavailable')).toMatchObject({ error: expect.any(String) });
  expect(found.find(({ event }) => event === 'request')).toMatchObject({
    status: 503,
    route: '/{language}/partnerlink/{ref}',
  });
});

test('so does the id on the page of a mistake of ours', async () => {
  const render = () => Promise.reject(new Error('a mistake'));
  const { port, lines } = await openLogged({ built: { render, files: undefined } });
  const page = await visit(port, '/ru/auth');
  expect(page.status).toBe(500);
  expect(idOn(page.text)).toBe(page.headers['x-request-id']);
  expect(page.text).not.toMatch(/a mistake|\.(ts|mjs|js):\d|node_modules/);
  const found = grep(lines, idOn(page.text));
  expect(found).toMatchObject([
    { event: 'failure', error: 'a mistake' },
    { event: 'request', status: 500 },
  ]);
});

test('a call that meets a mistake of ours is told a sentence, and nothing of what is inside', async () => {
  const { services, app: whole } = await createTestServices({ log: silentLog });
  const api = apiOf(whole);
  const broken = new Proxy(services.db, {
    get: () => {
      throw new Error('inside: select password_hash');
    },
  });
  const app = createApp({ ...services, db: broken });
  const login = JSON.stringify({ login: 'anna', password: 'Wrong-1-password', bot_check: await api.answer() });
  const { status, body } = await postJson(app, '/api/auth/sign-in/', login);
  expect([status, body]).toEqual([500, { code: 'unexpected', detail: translator('en')('refusals:unexpected') }]);
});

test('so does the id on the page of whoever is turned away at once', async () => {
  const { port, lines } = await openLogged({ env: { MAX_IN_FLIGHT: '0' } });
  const page = await visit(port, '/ru/auth');
  expect(page.status).toBe(503);
  expect(idOn(page.text)).toBe(page.headers['x-request-id']);
  expect(grep(lines, idOn(page.text))).toMatchObject([{ event: 'request', status: 503 }]);
});

test('two visitors at once have an id each, and neither chooses it', async () => {
  const { port, lines } = await openLogged();
  const chosen = { headers: { 'x-request-id': 'chosen-by-a-visitor' } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => visit(port, '/api/users/profile/', chosen)));
  const ids = answers.map(({ headers }) => String(headers['x-request-id']));
  expect(new Set(ids).size).toBe(10);
  for (const id of ids) expect(grep(lines, id)).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain('chosen-by-a-visitor');
});
