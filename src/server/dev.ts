import { resolve } from 'node:path';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type AstroIntegration, dev } from 'astro';
import { reloadTexts } from '#i18n/translator.ts';
import type { PageContext } from '#contracts/page-context.ts';
import { readConfig } from '#server/base/config.ts';
import { createLog } from '#server/base/log.ts';
import { runUntilStopped } from './boot/run-until-stopped.ts';
import type { CookieJar } from '#server/http/front/cookies.ts';
import type { Render } from '#server/http/pages/page-route.ts';
import { start } from './boot/start.ts';

type ViteDevServer = Parameters<NonNullable<AstroIntegration['hooks']['astro:server:setup']>>[0]['server'];
type Middlewares = (incoming: IncomingMessage, outgoing: ServerResponse, next: (error?: unknown) => void) => void;

await runUntilStopped(async () => {
  const config = readConfig(process.env);
  const middlewares = await developmentPages(config.port);
  const running = await start(config, createLog(config.logLevel), {
    render: renderedBy(middlewares),
    files: undefined,
  });
  return { config, running };
});

/** Astro listens on `port + 2`, its websocket on `port + 3`. `port + 1` is the default of the node simulator. */
async function developmentPages(port: number): Promise<Middlewares> {
  let middlewares: Middlewares | undefined;
  const takeMiddlewares: AstroIntegration = {
    name: 'atrium:development-pages',
    hooks: {
      'astro:server:setup': ({ server }) => {
        middlewares = server.middlewares;
        reloadOnNewTexts(server);
      },
    },
  };
  const own = process.listeners('SIGTERM');
  await dev({
    root: process.cwd(),
    integrations: [takeMiddlewares],
    logLevel: 'warn',
    server: { port: port + 2 },
    vite: { server: { ws: { port: port + 3 } } },
  });
  // Vite's listener would end the process at once and leave PostgreSQL running.
  for (const listener of process.listeners('SIGTERM')) if (!own.includes(listener)) process.off('SIGTERM', listener);
  if (!middlewares) throw new Error('Astro’s development server did not come up');
  return middlewares;
}

type Texts = { reloadTexts(): Promise<void> };
type ModuleRunner = { import(path: string): Promise<Texts> };

/** Vite loads its own modules for pages; their translators cache texts too. */
function reloadOnNewTexts({ watcher, environments }: ViteDevServer): void {
  const folder = resolve('locales');
  const runners = Object.values(environments)
    .filter((environment): environment is typeof environment & { runner: ModuleRunner } => 'runner' in environment)
    .map(({ runner }) => runner);
  watcher.add(folder);
  watcher.on('change', async (file) => {
    if (!file.startsWith(folder)) return;
    await reloadTexts();
    for (const runner of runners) await (await runner.import('/src/i18n/translator.ts')).reloadTexts();
    environments.client.hot.send({ type: 'full-reload' });
  });
}

/** Astro writes to Node's response itself, so `writeHead` adds the cookies of the page. */
function renderedBy(middlewares: Middlewares): Render {
  return async (_request, pageContext, { incoming, outgoing }) => {
    Reflect.set(incoming, Symbol.for('astro.locals'), { pageContext });
    addCookies(outgoing as ServerResponse, pageContext);
    middlewares(incoming, outgoing as ServerResponse, () => outgoing.end());
    return RESPONSE_ALREADY_SENT;
  };
}

function addCookies(outgoing: ServerResponse, pageContext: PageContext): void {
  const writeHead = outgoing.writeHead.bind(outgoing) as (...rest: unknown[]) => ServerResponse;
  outgoing.writeHead = (...rest: unknown[]) => {
    const headers = new Headers();
    (pageContext.cookies as CookieJar).writeTo(headers);
    for (const cookie of headers.getSetCookie()) outgoing.appendHeader('set-cookie', cookie);
    return writeHead(...rest);
  };
}
