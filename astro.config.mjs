import { cp, rm, writeFile } from 'node:fs/promises';
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
 * Astro knows the hashes of what it writes into pages; the policy itself is one header of ours
 * (src/server/site/policy.ts), so that every answer has it.
 */
const hashesForPolicy = {
  name: 'atrium:hashes-for-policy',
  hooks: {
    'astro:build:ssr': async ({ manifest }) => {
      const { scriptHashes, styleHashes } = manifest.csp;
      manifest.csp = undefined;
      manifest.shouldInjectCspMetaTags = false;
      const hashes = { scripts: scriptHashes, styles: styleHashes };
      await writeFile(new URL('./dist/server/policy.json', import.meta.url), JSON.stringify(hashes));
    },
  },
};

/** The page script is built beside the page that names it; Astro moves it to the browser's files, but not what it brings. */
const scriptsOfPage = {
  name: 'atrium:scripts-of-page',
  hooks: {
    'astro:build:done': async () => {
      const left = new URL('./dist/server/_astro/', import.meta.url);
      await cp(left, new URL('./dist/client/_astro/', import.meta.url), { recursive: true });
      await rm(left, { recursive: true });
    },
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

/**
 * React asks where it runs; in the demo, which is no production, its slow half would draw the islands. What is built in
 * finds that answered; the development server can't build it in.
 */
const quickReact = {
  name: 'atrium:quick-react',
  apply: 'build',
  config: () => ({
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    environments: {
      ssr: { resolve: { noExternal: ['react', 'react-dom', 'react-hook-form', '@nanostores/react'] } },
    },
  }),
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [
    ownServer,
    hashesForPolicy,
    scriptsOfPage,
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
    csp: true,
  },
  vite: {
    plugins: [serverOnly, quickReact],
    worker: { format: 'es', plugins: () => [calendarWithoutMarkup] },
    build: { assetsInlineLimit: 0, target: BROWSERS, cssTarget: BROWSERS },
  },
});
