import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { contrast } from '#server/base/brand/colors.ts';
import { findIllegible, paletteOf } from '#server/base/brand/palette.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SAMPLE = 'ops/brand';
const sample = await readFile(join(SAMPLE, 'brand.yaml'), 'utf8');

/** What the start says to the sample with `before` replaced by `after`. */
async function refusalOf(before: string | RegExp, after: string, files: Record<string, string> = {}): Promise<string> {
  const folder = await temporaryFolder('brand');
  for (const file of ['logo.svg', 'icon.png']) await copyFile(join(SAMPLE, file), join(folder, file));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const file = join(folder, 'brand.yaml');
  await writeFile(file, sample.replace(before, after));
  try {
    readConfig({ BRAND_FILE: file });
  } catch (error) {
    return (error as Error).message.replace(`The environment variable BRAND_FILE is wrong: “${file}”`, '');
  }
  return 'taken';
}

test('the sample is taken as it is; it goes before the settings that it replaces', () => {
  const env = { PRODUCT_NAME: 'Portico', SUPPORT_CHAT_URL: 'https://chat.example', LANG: 'fr_FR.UTF-8' };
  const config = readConfig({ ...env, BRAND_FILE: join(SAMPLE, 'brand.yaml') });
  expect(config).toMatchObject({
    productName: 'Nordhof',
    mailFrom: 'Nordhof <no-reply@localhost>',
    languages: { offered: ['de', 'hindi'], fallback: 'de' },
    machineLanguage: 'de',
    weekStart: 'saturday',
    support: { chatUrl: 'https://chat.nordhof.example/', email: 'hilfe@nordhof.example' },
    company: { name: 'Nordhof GmbH' },
  });
  expect(readConfig(env)).toMatchObject({ productName: 'Portico', brand: undefined, languages: { fallback: 'ru' } });
});

test.each([
  ['nothing in it', /^.*$/s, '', ' must have fields.'],
  ['no YAML', 'name: Nordhof', 'name: [', ' Invalid YAML at line'],
  ['no name', 'name: Nordhof', '', ', name: is missing.'],
  ['an address in the name', 'name: Nordhof', 'name: Nordhof <a@b>', ', name: must not contain any of'],
  ['a word that no field has', 'name: Nordhof', 'name: Nordhof\nslogan: x', ' has unknown fields: slogan.'],
  ['no colour', "'#a3430f'", 'orange', ', colors.light.accent: must be a colour such as #1a2b3c.'],
  [
    'pale orange on paper',
    '#a3430f',
    '#e8a060',
    ', colors.light: accent #e8a060 on background #f7f4f0 has a contrast of 1.',
  ],
  ['grey words', '#f6efe8', '#6b6560', ', colors.dark: text #6b6560 on background #171310 has a contrast of 3.'],
  ['a ground that swallows errors', "surface: '#ffffff'", "surface: '#f0b0a8'", ', colors.light: '],
  ['an unknown language', '[de, hindi]', '[de, klingon]', ', languages.1: must be one of: ru, en'],
  ['a language twice', '[de, hindi]', '[de, de]', ', languages: is a duplicate.'],
  [
    'a default that is not offered',
    'default_language: de',
    'default_language: ru',
    ', default_language: must be one of: de, hindi.',
  ],
  ['a platform without a name in Hindi', ', hindi: स्प्रिंट', '', ', platforms.turbo.hindi: is missing.'],
  ['an unknown platform', 'dreamx:', 'dreamy:', ', platforms: has unknown fields: dreamy.'],
  ['a week that starts on a Tuesday', 'saturday', 'tuesday', ', week_start: must be one of: monday'],
  ['a chat over http', 'https://chat', 'http://chat', ', support.chat: must begin with https://.'],
  ['no picture there', 'logo.svg', 'none.svg', ', logo: can’t be read (ENOENT).'],
  ['a picture that is no icon', 'icon.png', 'logo.svg', ', icon: must be a square PNG picture of 512 pixels or more.'],
] as const)('a file with %s is refused by one sentence that names the place', async (_, before, after, sentence) => {
  const refusal = await refusalOf(before, after);
  expect(refusal.startsWith(sentence) ? sentence : refusal).toBe(sentence);
  expect(refusal).toMatch(/^[^\n]+\.?$/);
});

test.each([
  '<svg><script>alert(1)</script></svg>',
  '<svg onload="alert(1)"/>',
  '<!DOCTYPE svg><svg/>',
  '<svg><image href="https://evil.example/x.png"/></svg>',
  '<html><svg/></html>',
])('a logo that could do something is refused: %s', async (svg) => {
  expect(await refusalOf('x', 'x', { 'logo.svg': svg })).toBe(
    ', logo: must be a square PNG picture or an SVG picture without scripts, styles and links.',
  );
});

test('what is computed of the colours of Atrium is legible, and black on white has a contrast of 21', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  const dark = { background: '#0e1220', surface: '#151b2c', text: '#edf0f8', accent: '#97b2ff' };
  const light = { background: '#f5f3ee', surface: '#fffefb', text: '#191e32', accent: '#3550c4' };
  expect(findIllegible('dark', paletteOf('dark', dark))).toBeUndefined();
  expect(findIllegible('light', paletteOf('light', light))).toBeUndefined();
});
