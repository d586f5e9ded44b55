import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { isLanguage } from '#domain/languages.ts';
import type { HttpEnv } from '#server/api/request-info.ts';
import type { Brand, Labels } from '#server/base/brand/brand-file.ts';
import { drawIcon, ICONS } from '#server/base/brand/draw-icon.ts';
import { weakEtag } from './front/etag.ts';
import { notFound } from './front/not-found.ts';
import type { BuiltFiles } from './front/static-files.ts';

const LASTING = 'public, max-age=31536000, immutable';
const SHORT_LIVED = 'public, max-age=3600';
const TEXTS = /^(?:members|guests|console)\.([a-z]+)\.[\w-]+\.json$/;

export const brandFolder = ({ version }: Pick<Brand, 'version'>) => `/brand/${version}`;

export function logoPath(brand: Pick<Brand, 'version' | 'logo'>): string {
  return `${brandFolder(brand)}/logo.${brand.logo.type === 'image/png' ? 'png' : 'svg'}`;
}

/** Logo, texts with the brand’s labels, and icons at the addresses of the product’s own. */
export function brandFiles(brand: Brand, files: BuiltFiles | undefined): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>();
  const { logo, labels, version } = brand;
  const drawings = new Map<string, Promise<Buffer>>();
  routes.get(logoPath(brand), () => answer(logo.bytes, logo.type, LASTING));
  routes.get(`${brandFolder(brand)}/:file`, async (context) => {
    const file = context.req.param('file');
    const [, language] = TEXTS.exec(file) ?? [];
    const built = `/_astro/${file}`;
    if (!isLanguage(language) || !files?.etags.has(built)) return notFound();
    const texts = JSON.parse(await readFile(join(files.root, built), 'utf8')) as Labels;
    return answer(withLabels(texts, labels[language]), 'application/json', LASTING);
  });
  for (const [path, icon] of Object.entries(ICONS)) {
    routes.get(path, async () => {
      const drawing = drawings.get(path) ?? drawIcon(brand, icon);
      drawings.set(path, drawing);
      drawing.catch(() => drawings.delete(path));
      return answer(await drawing, 'image/png', SHORT_LIVED, weakEtag(version, path));
    });
  }
  return routes;
}

function withLabels(texts: Labels, labels: Labels): string {
  const used = Object.entries(labels).filter(([key]) => key in texts);
  return JSON.stringify({ ...texts, ...Object.fromEntries(used) });
}

function answer(body: Buffer | string, type: string, cacheControl: string, etag?: string): Response {
  const headers = { 'content-type': type, 'cache-control': cacheControl, ...(etag && { etag }) };
  return new Response(typeof body === 'string' ? body : new Uint8Array(body), { headers });
}
