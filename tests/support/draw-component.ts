import { experimental_AstroContainer as Container } from 'astro/container';
import { getViteConfig } from 'astro/config';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createViteServer } from 'vitest/node';
import { translator } from '#i18n/translator.ts';

type Drawing = Parameters<Container['renderToString']>;

/** The HTML of one component, from its source and with English words, for what no page shows in all its ways. */
export async function drawComponents(file: string, drawings: Drawing[1][]): Promise<string[]> {
  const server = { middlewareMode: true, hmr: false, ws: false } as const;
  const cacheDir = join(tmpdir(), `atrium-drawing-${process.pid}`);
  const vite = await createViteServer(
    await getViteConfig({ server, cacheDir, appType: 'custom' })({ mode: 'production', command: 'serve' }),
  );
  try {
    const { default: component } = (await vite.ssrLoadModule(file)) as { default: Drawing[0] };
    const container = await Container.create();
    const locals = { t: translator('en'), hasIconSheet: true } as unknown as App.Locals;
    return await Promise.all(drawings.map((drawing) => container.renderToString(component, { locals, ...drawing })));
  } finally {
    await vite.close();
  }
}
