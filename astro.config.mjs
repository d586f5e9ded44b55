import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig, logHandlers } from 'astro/config';
import i18next from 'astro-i18next';
import { BROWSERS } from './src/domain/browsers.ts';
import { SPECULATION } from './src/domain/speculation.ts';

/** The adapter's own entry listens or takes Node's streams; ours hands out `render(request)` and nothing else. */
const ownServer = {
  name: 'atrium:own-server',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        ...getAdapter({ staticHeaders: false }),
        serverEntrypoint: new URL('./src/render.ts', import.meta.url),
      }),
  },
};

/** `client:touch`: an island sleeps until the first pointer, focus or key inside it. */
const touchDirective = {
  name: 'atrium:client-touch',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touch', entrypoint: './src/client/touch-directive.ts' }),
  },
};

const SERVER_FOLDER = fileURLToPath(new URL('./src/server/', import.meta.url));

/** The browser must never be sent a file of the server, or the half of a screen that pages alone run (`.server.ts`). */
const serverOnly = {
  name: 'atrium:server-only',
  enforce: 'pre',
  load(id) {
    if (this.environment.name === 'client' && (id.startsWith(SERVER_FOLDER) || id.endsWith('.server.ts'))) {
      throw new Error(`${id} belongs to the server and was about to be sent to the browser.`);
    }
  },
};

const UNTYPED =
  /\/src\/contracts\/(?:consents|disclosure|events|feed|find|notices|partner|places|profile|seals|team|transactions|transparency)\.ts$/;
/** What a call needs to be sent. */
const ENDPOINT = ['method', 'path', 'caller', 'uid', 'changes', 'mayLag', 'takes'];

/**
 * In areas without fields to type in, the browser gets contracts as data, without schemas: their pages load no zod. The
 * server checks every input anyway.
 */
const contractsAsData = {
  name: 'atrium:contracts-as-data',
  enforce: 'pre',
  async load(id) {
    if (this.environment.name !== 'client' || !UNTYPED.test(id)) return;
    const exported = Object.entries(await import(pathToFileURL(id).href));
    const data = exported.flatMap(([name, value]) => {
      const sent = value.path ? Object.fromEntries(ENDPOINT.map((key) => [key, value[key]])) : value;
      return value['_zod'] ? [] : [`export const ${name} = ${JSON.stringify(sent)};`];
    });
    return data.join('\n');
  },
};

/**
 * What pages may load and run: our files, and inline what Astro itself writes or what is hashed here. Astro sends it as
 * the header of each page; every other answer has one that allows nothing (src/server/http/front/security-headers.ts).
 */
const pagePolicy = {
  directives: [
    "default-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "img-src 'self' data:",
    "require-trusted-types-for 'script'",
    'trusted-types atrium default',
  ],
  scriptDirective: { hashes: [`sha256-${createHash('sha256').update(SPECULATION).digest('base64')}`] },
};

/** Few files, because each costs a request and 0.4 kB: React, what forms do, and what many islands share. */
const FORMS = 'react-hook-form|islands/shared/(?:form|use-form|schema-resolver|ask-first|change-proof)\\.';
const SCHEMAS = 'node_modules/zod/|contracts/(?:contract|fields)\\.';
/** Small modules that every member’s page needs. */
const FRAME_PARTS = /ui\/menu-entries|islands\/shared\/account-notice/;
/** What only the console shares; and what it shares with few of the members’ islands, which fetch it by themselves. */
const CONSOLE =
  '@tanstack/|use-sync-external-store|islands/console/|(domain|stores|client/console)/(accrual-file|announcements|audit-words|console-paths|follow-waiting|member-state|operator-command|setup-steps|staff|waiting)';
const FEW =
  'ui/(check-field|password-field|select|tabs|qr-code)|node_modules/uqr/|client/passkey|domain/(mails|notices|support)|/own-time';
const fewFiles = {
  groups: [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
    {
      name: 'shared',
      test: new RegExp(
        `^(?!.*(${FORMS}|${SCHEMAS}|${CONSOLE}|${FEW})).*(node_modules|src/(?!contracts/|islands/(?!shared\\b)\\w+/))`,
      ),
      minShareCount: 4,
    },
    { name: 'frame-parts', test: FRAME_PARTS },
    { name: 'form', test: new RegExp(FORMS) },
    { name: 'schemas', test: new RegExp(SCHEMAS) },
  ],
};

/**
 * What a touch runs is compiled when it has been fetched, beside the page's own work, and not function by function while
 * somebody waits: https://v8.dev/blog/explicit-compile-hints. Browsers without V8 take it for any comment.
 */
const compiledAhead = ({ name }) =>
  /^(react|shared|form|schemas|.*-screen)$/.test(name) ? '//# allFunctionsCalledOnLoad' : '';

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [ownServer, touchDirective, react(), i18next({ configPath: './astro-i18next.config.cjs' })],
  logger: logHandlers.json({ level: 'error' }),
  session: false,
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  image: { endpoint: { route: '/_image' } },
  security: {
    checkOrigin: false,
    csp: pagePolicy,
  },
  vite: {
    plugins: [serverOnly, contractsAsData],
    worker: { format: 'es' },
    build: { assetsInlineLimit: 0, target: BROWSERS, cssTarget: BROWSERS },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: fewFiles, postBanner: compiledAhead } } } },
    },
  },
});
