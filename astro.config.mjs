import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import { emitClientAsset } from 'astro/assets/utils';
import { defineConfig, logHandlers } from 'astro/config';
import i18next from 'astro-i18next';
import { LANGUAGES } from './src/domain/languages.ts';

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
 * Astro knows the hashes of its inline styles; the policy itself is ours (src/server/site/policy.ts), so that no page
 * is asked for it anew. Of its inline scripts none is in a page (see `runtimeByTouch`), so none is let pass.
 */
const stylesForPolicy = {
  name: 'atrium:styles-for-policy',
  hooks: {
    'astro:build:ssr': async ({ manifest }) => {
      const hashes = manifest.csp.styleHashes.filter((hash) => hash !== hashOf(''));
      manifest.csp = undefined;
      manifest.shouldInjectCspMetaTags = false;
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

function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/**
 * Astro writes what makes islands live into every page that has one. Ours comes as a file with the first touch
 * (src/client/page/islands.ts, decision 0038).
 */
const runtimeByTouch = {
  name: 'atrium:runtime-by-touch',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith('/astro/dist/runtime/server/scripts.js')) return undefined;
    const without = code.replaceAll(/<script>\$\{[^}]*\}<\/script>/g, '');
    if (without === code) throw new Error(`${id} writes no scripts that are known (decision 0038).`);
    return without;
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

/**
 * What an island says is no part of its page. `texts.ts?files` gives the addresses of files with the texts that
 * texts.ts names, one for each language; `client:touch` brings the reader's.
 */
const islandTexts = {
  name: 'atrium:island-texts',
  async load(id) {
    const [file, query] = id.split('?');
    if (query !== 'files' || !file.endsWith('/texts.ts')) return undefined;
    const { TEXTS } = await import(pathToFileURL(file).href);
    const addresses = {};
    for (const { segment, tag } of LANGUAGES) {
      const source = JSON.stringify(await pickTexts(tag, TEXTS));
      const fileName = `_astro/texts.${createHash('sha256').update(source).digest('hex').slice(0, 8)}.json`;
      addresses[segment] = `/${fileName}`;
      if (this.environment.mode === 'build') emitClientAsset(this, { type: 'asset', fileName, source });
      else textsInDevelopment.set(addresses[segment], source);
    }
    return `export default ${JSON.stringify(addresses)}`;
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const source = textsInDevelopment.get(request.url);
      if (source) response.end(source);
      else next();
    });
  },
};

const textsInDevelopment = new Map();

async function pickTexts(tag, keys) {
  const texts = {};
  for (const key of keys) {
    const [area, names] = key.split(':');
    const all = JSON.parse(await readFile(new URL(`./locales/${tag}/${area}.json`, import.meta.url), 'utf8'));
    texts[key] = names.split('.').reduce((part, name) => part[name], all);
  }
  return texts;
}

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
    stylesForPolicy,
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
    plugins: [serverOnly, quickReact, runtimeByTouch, islandTexts],
    worker: { format: 'es', plugins: () => [calendarWithoutMarkup] },
    build: { assetsInlineLimit: 0, target: BROWSERS, cssTarget: BROWSERS },
  },
});
