import { expect, test } from 'vitest';
import { consoleContracts } from '#contracts/console/index.ts';
import { toApiRequest } from '#contracts/call.ts';
import { CONSOLE_PAGES, type ConsolePage, consolePath } from '#domain/console-paths.ts';
import { ALL_LANGUAGES } from '#domain/languages.ts';
import { builtPages } from '#server/http/pages/astro-pages.ts';
import { createPageContext } from '#server/http/pages/page-context.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { everyday } from '../support/everyday.ts';
import { openFrontOf } from '../support/app/handler.ts';
import { visit } from '../support/app/http.ts';
import { spellingsOf } from '../support/made/path-spellings.ts';
import { createTestServices } from '../support/app/services.ts';
import { silentLog } from '../support/app/silent-log.ts';
import { openTestSite } from '../support/app/site.ts';
import { jsonAnswer, plainCookies, playedTransport } from '../support/app/transport.ts';

const OWN_ORIGIN = { PUBLIC_ORIGIN: 'https://atrium.example', CONSOLE_ORIGIN: 'https://desk.example' };
const params = { username: 'anna', id: '1', batch: '1', slug: 'x', number: '1', document: 'terms' };
const pages = (Object.keys(CONSOLE_PAGES) as ConsolePage[]).map((page) => consolePath(page, params));
const SHUT = [301, 302, 303, 307, 308, 400, 404, 421];
const FOREIGN = 'evil.example';

/** Finds paths of the console that open it. A redirect is right if it does not lead to the console. */
async function wrongAnswers(port: number, hosts: string[], paths: string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const host of hosts) {
    const check = async (path: string) => {
      const { status, headers, text } = await visit(port, path, { headers: { host } });
      const leads = String(headers.location ?? '');
      if (!SHUT.includes(status) || /operator/i.test(leads) || /id="console|Консоль|Console \//.test(text)) {
        wrong.push(`${host} ${path}: ${status} ${leads}`);
      }
    };
    for (let at = 0; at < paths.length; at += 8) await Promise.all(paths.slice(at, at + 8).map(check));
  }
  return wrong;
}

/** The reduced run tries a sixth of the spellings per page, so that the pages together try all. */
const STEP = everyday(6, 1);
const spelled = (paths: string[], origin: string) =>
  paths.flatMap((path, at) => [
    path,
    `${path.replace(/\/$/, '')}/`,
    ...spellingsOf(path, origin).filter((_, index) => index % STEP === at % STEP),
  ]);

test('no spelling of a console page opens it at an address that is not on the list, nor at a foreign host', async () => {
  const { port, origin } = await openTestSite({ env: { CONSOLE_ADDRESSES: '10.9.9.9' } });
  expect(await wrongAnswers(port, [`localhost:${port}`], spelled(pages, origin))).toEqual([]);
  expect(await wrongAnswers(port, [FOREIGN], spelled(pages.slice(0, 3), origin))).toEqual([]);
});

test('nor at the public host, where the console has an origin of its own', async () => {
  const { port } = await openTestSite({ env: OWN_ORIGIN });
  const paths = spelled(pages, OWN_ORIGIN.CONSOLE_ORIGIN);
  expect(await wrongAnswers(port, ['atrium.example'], paths)).toEqual([]);
  expect((await visit(port, '/operator/sign-in', { headers: { host: 'desk.example' } })).status).toBe(200);
});

test.each([{ CONSOLE_ADDRESSES: '10.9.9.9' }, OWN_ORIGIN])('no call of the console comes through (%o)', async (env) => {
  const transport = playedTransport(() => jsonAnswer(200, { reached: true }));
  const port = await openFrontOf(transport, env);
  const hosts = 'CONSOLE_ORIGIN' in env ? ['atrium.example', FOREIGN] : [`localhost:${port}`, FOREIGN];
  const calls = consoleContracts.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, '1'));
  const [first = '', ...others] = [...new Set(calls)];
  const paths = [
    ...spellingsOf(first, `http://localhost:${port}`),
    first,
    ...others,
    ...others.map((path) => `/${path}`),
  ];
  for (const host of hosts) {
    for (const path of paths) await visit(port, path, { headers: { host } });
  }
  expect(transport.sent.filter(({ path }) => /operator/i.test(decodeURIComponent(path)))).toEqual([]);
});

test('a call that has come past every router is refused by the API itself', async () => {
  const served = await createTestServices();
  const config = { ...served.services.config, consoleOrigin: 'https://desk.example', consoleAddresses: ['10.9.9.9'] };
  const { createApp } = await import('#server/http/calls/app.ts');
  const transport = inProcess(createApp({ ...served.services, config }));
  const connection = { address: '10.9.9.9', host: 'desk.example', userAgent: '', requestId: 'test' };
  const wrong: string[] = [];
  for (const contract of consoleContracts) {
    const words = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => [word, '1']);
    const request = toApiRequest(contract, Object.fromEntries(words), 'en');
    const { status } = await transport(request, connection);
    if (status === 404) wrong.push(`${contract.path} is not there for its own`);
    for (const other of [{ address: '192.0.2.1' }, { host: 'atrium.example' }, { host: undefined }]) {
      const answer = await transport(request, { ...connection, ...other });
      if (answer.status !== 404) wrong.push(`${contract.path}: ${answer.status} ${JSON.stringify(other)}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a page that a router has chosen is not rendered while the door is shut or the path is another', async () => {
  const { render } = builtPages();
  const rendered = async (path: string, isConsoleOpen: boolean, read = path) => {
    const pageContext = createPageContext({
      transport: playedTransport(() => jsonAnswer(401, { code: 'no_session', detail: '' })),
      isPost: false,
      cookies: { ...plainCookies({}), writeTo: () => {} },
      now: new Date(),
      connection: { address: '192.0.2.1', userAgent: '', requestId: 'test' },
      path: read,
      isConsoleOpen,
      isLookedAhead: false,
      site: {
        productName: 'Atrium',
        origin: 'http://localhost',
        timeZone: 'UTC',
        hasMailbox: false,
        themeCookie: 'theme',
        support: { chatUrl: undefined, email: undefined },
        languages: ALL_LANGUAGES,
        weekStart: 'language',
        company: undefined,
        reserves: [],
        brand: undefined,
      },
      log: silentLog,
      publish: () => {},
    });
    const request = new Request(`http://localhost${path}`);
    return (await render(request, pageContext, { address: '192.0.2.1' } as never)).status;
  };
  expect(await rendered('/operator/sign-in', true)).toBe(200);
  for (const page of pages) {
    expect(await rendered(page, false), page).toBe(404);
    expect(await rendered(page, true, '/en/auth'), page).toBe(404);
    expect(await rendered(`/${page}`, true, '/en/auth'), page).not.toBe(200);
  }
});
