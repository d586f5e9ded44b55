import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { STAFF_FAULTS } from '#domain/field-faults.ts';
import { LANGUAGES, type Language, tagOf } from '#domain/languages.ts';
import { CONSOLE_LANGUAGES } from '#domain/staff.ts';
import type { IslandTexts } from '#i18n/island-texts.ts';
import type { Side } from '#layouts/text-files.ts';
import { usesIn } from './tidy/texts/keys-in-use.ts';
import { allTexts, areasOf } from './tidy/texts/locales.ts';

// Runs before the build: writes one file per side and language, with the texts that its islands use.

const ISLANDS = join('src', 'islands');
const FOLDER = join('src', 'i18n', 'built');
const ALL = allTexts('.');
const AREAS = areasOf('.', 'en');

const GUESTS = ['auth', join('frame', 'guest-bar.tsx')];
const CONSOLE = ['console'];
export const SIDES: Record<Side, string[]> = {
  members: readdirSync(ISLANDS).filter((name) => ![...GUESTS, ...CONSOLE].includes(name)),
  guests: GUESTS,
  console: CONSOLE,
};

export function languagesOf(side: Side): readonly Language[] {
  return side === 'console' ? CONSOLE_LANGUAGES : LANGUAGES.map(({ segment }) => segment);
}

/** Texts that the islands of a side may use. A key with a variable selects every key that fits. */
export function islandTexts(side: Side, language: Language): IslandTexts {
  const wanted = keysOf(side);
  const texts = ALL.filter(({ tag }) => tag === tagOf(language));
  const unwanted = side === 'console' ? [] : STAFF_FAULTS.map((code) => `faults:${code}`);
  return Object.fromEntries(
    texts
      .map(({ area, key, text }) => [`${area}:${key}`, text] as const)
      .filter(([key]) => wanted.test(key) && !unwanted.includes(key)),
  );
}

const patterns = new Map<Side, RegExp>();

function keysOf(side: Side): RegExp {
  const known = patterns.get(side) ?? new RegExp(`(?:${[...usedIn(side)].join('|')})`);
  patterns.set(side, known);
  return known;
}

/** Patterns of keys, which also match plural forms. */
function usedIn(side: Side): Set<string> {
  const files = new Map<string, string>();
  for (const name of SIDES[side]) for (const file of filesAt(join(ISLANDS, name))) follow(file, files);
  const uses = [...files].flatMap(([file, text]) => usesIn({ file, text }, AREAS));
  return new Set(uses.map(({ pattern }) => pattern.source.replace(/\$$/, '(?:_(?:zero|one|two|few|many|other))?$')));
}

function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name));
}

/** Matches run-time imports; type imports are skipped. */
const IMPORTS =
  /^(?:import|export) (?!type )(?:[^;']* from )?'((?:#|\.)[^']+\.tsx?)'|import\('((?:#|\.)[^']+\.tsx?)'\)/gm;

function follow(file: string, files: Map<string, string>): void {
  if (files.has(file) || !/\.tsx?$/.test(file) || file.endsWith('.server.ts')) return;
  const text = readFileSync(file, 'utf8');
  files.set(file, text);
  for (const [, fixed, later] of text.matchAll(IMPORTS)) {
    const path = fixed ?? later!;
    follow(path.startsWith('#') ? join('src', path.slice(1)) : join(dirname(file), path), files);
  }
}

if (import.meta.main) {
  mkdirSync(FOLDER, { recursive: true });
  for (const side of Object.keys(SIDES) as Side[])
    for (const language of languagesOf(side))
      writeFileSync(join(FOLDER, `${side}.${language}.json`), JSON.stringify(islandTexts(side, language)));
}
