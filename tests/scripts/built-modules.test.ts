import { globSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'dist/client/_astro';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.js'));
const nameOf = (file: string) => file.replace(/\.[\w-]{8}\.js$/, '');

/** Names of all files that come with a file, itself included. */
function comeWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, imported = ''] of readFileSync(`${FOLDER}/${file}`, 'utf8').matchAll(
    /(?:from|import)\s*"\.\/([^"]+)"/g,
  ))
    comeWith(imported, found);
  return found;
}

function namesWith(island: string): string[] {
  const own = files.filter((file) => nameOf(file) === island);
  expect(own, island).not.toEqual([]);
  return own.flatMap((file) => [...comeWith(file)]).map(nameOf);
}

test.each(['frame', 'toaster', 'profile-screen', 'team-screen'])('%s brings neither forms nor schemas', (island) => {
  const names = namesWith(island);
  expect(names).toContain('react');
  expect(names.filter((name) => ['form', 'schemas'].includes(name))).toEqual([]);
});

test.each(['feed-screen', 'notices-screen', 'board-screen', 'structure-screen', 'plan-screen', 'invoice-screen'])(
  '%s brings forms, and no schemas and QR codes, which the server knows',
  (island) => {
    const names = namesWith(island);
    expect(names).toContain('form');
    expect(names.filter((name) => ['schemas', 'qr-code'].includes(name))).toEqual([]);
  },
);

test.each(['finance-screen', 'sign-up-screen', 'general-screen'])('%s has the schemas of its fields', (island) => {
  expect(namesWith(island)).toEqual(expect.arrayContaining(['form', 'schemas']));
});

test('a form with fields to type in is of an area whose schemas the browser gets', () => {
  const [, names = ''] = /contracts\\\/\(\?:([\w|]+)\)/.exec(readFileSync('astro.config.mjs', 'utf8')) ?? [];
  const untyped = names.split('|');
  expect(untyped).toContain('team');
  const forms = globSync('src/islands/**/*.{ts,tsx}').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const [, contract = ''] = /useForm(?:<[^(]*>)?\((\w+)/.exec(source) ?? [];
    const [, area = ''] = new RegExp(`\\b${contract}\\b[^;]*'#contracts/([\\w-]+)\\.ts'`).exec(source) ?? [];
    return contract && area && /\.field\(/.test(source) ? [{ file, area }] : [];
  });
  expect(forms.length).toBeGreaterThan(5);
  // Boxes to tick: a schema would find no fault.
  const ticked = ['src/islands/settings/email-choices-form.tsx', 'src/islands/places/request-form.tsx'];
  expect(forms.filter(({ file, area }) => untyped.includes(area) && !ticked.includes(file))).toEqual([]);
});
