import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Theme } from '#domain/theme.ts';
import { signInByForm, withDemoSite } from './demo-site.ts';

// Takes the pictures of the README: `npm run build && node scripts/readme-pictures.ts`. `tidy` checks their age.
const FOLDER = fileURLToPath(new URL('../docs/pictures/', import.meta.url));

type Picture = { name: string; path: string; theme: Theme; width: number; height: number };

const PICTURES: Picture[] = [
  { name: 'team-dark', path: 'team', theme: 'dark', width: 1280, height: 860 },
  { name: 'finance-light', path: 'finance', theme: 'light', width: 1280, height: 860 },
  { name: 'licences-phone', path: 'licenses', theme: 'dark', width: 390, height: 844 },
];

await withDemoSite(async (origin, browser) => {
  for (const { name, path, theme, width, height } of PICTURES) {
    const context = await browser.newContext({ baseURL: origin, viewport: { width, height }, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'theme', value: theme, url: origin }]);
    const page = await context.newPage();
    await signInByForm(page, 'en', 'anna');
    await page.goto(`/en/dashboard/${path}`);
    await page.screenshot({ path: `${FOLDER}${name}.png` });
    await context.close();
  }
});
const taken = new Date().toISOString().slice(0, 10);
await writeFile(`${FOLDER}taken.json`, `${JSON.stringify({ taken }, null, 2)}\n`);
