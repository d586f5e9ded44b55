import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { defineConfig, logHandlers } from 'astro/config';
import i18next from 'astro-i18next';

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

/**
 * Astro's policy names its inline scripts for all directives; we use one of our own. The others cost every page a third
 * of a kilobyte of header, which no compression reaches.
 */
const shorterPolicy = {
  name: 'atrium:shorter-policy',
  hooks: {
    'astro:build:ssr': async ({ manifest: { csp } }) => {
      const unused = await Promise.all(UNUSED_SCRIPTS.map(hashOfRuntime));
      const isUsed = (hash) => !unused.includes(hash);
      csp.scriptHashes = csp.scriptHashes.filter(isUsed);
      csp.scriptDirective.hashes = csp.scriptDirective.hashes.filter(isUsed);
    },
  },
};

const UNUSED_SCRIPTS = [
  ...['idle', 'load', 'media', 'only', 'visible'].map((directive) => `client/${directive}.prebuilt.js`),
  'server/astro-island.prebuilt-dev.js',
];

async function hashOfRuntime(file) {
  const { default: script } = await import(new URL(`./node_modules/astro/dist/runtime/${file}`, import.meta.url).href);
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}

/** `client:touch`: an island sleeps until the first pointer, focus or key inside it. */
const touchDirective = {
  name: 'atrium:client-touch',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touch', entrypoint: './src/client/touch-directive.ts' }),
  },
};

const SERVER_FOLDER = fileURLToPath(new URL('./src/server/', import.meta.url));

/** The oldest browsers we answer for. */
const BROWSERS = ['chrome105', 'safari16', 'firefox121'];

/** The browser must never be sent a file of the server. */
const serverOnly = {
  name: 'atrium:server-only',
  enforce: 'pre',
  load(id) {
    if (this.environment.name === 'client' && id.startsWith(SERVER_FOLDER)) {
      throw new Error(`${id} belongs to the server and was about to be sent to the browser.`);
    }
  },
};

/** The page script comes as one file: what it shares with other scripts was a second way. */
const pageScript = { name: 'page', test: /\/document\.astro\?astro&type=script|\/client\/page\/when-touched\.ts/ };

/**
 * air-datepicker writes its markup as text, which Trusted Types refuses. Its writes are renamed to a setter of our own,
 * src/client/date/draw-markup.ts, that draws elements (decision 0013).
 */
const calendarWithoutMarkup = {
  name: 'atrium:calendar-without-markup',
  transform(code, id) {
    if (id.includes('/air-datepicker/')) return code.replaceAll('.innerHTML=', '.drawnMarkup=');
    return undefined;
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    ownServer,
    shorterPolicy,
    touchDirective,
    react(),
    i18next({ configPath: './astro-i18next.config.cjs' }),
  ],
  logger: logHandlers.json({ level: 'error' }),
  session: false,
  trailingSlash: 'ignore',
  devToolbar: { enabled: false },
  build: { inlineStylesheets: 'never' },
  image: { endpoint: { route: '/_image' } },
  security: {
    checkOrigin: false,
    csp: {
      directives: [
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "img-src 'self' data:",
        "worker-src 'self'",
        "require-trusted-types-for 'script'",
        'trusted-types atrium offline',
      ],
    },
  },
  vite: {
    plugins: [serverOnly],
    worker: { format: 'es', plugins: () => [calendarWithoutMarkup] },
    build: { assetsInlineLimit: 0, target: BROWSERS, cssTarget: BROWSERS },
    environments: {
      client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [pageScript] } } } } },
    },
  },
});
