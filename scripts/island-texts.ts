import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGES, type Language, tagOf } from '#domain/languages.ts';
import { CONSOLE_LANGUAGES } from '#domain/staff.ts';
import type { IslandTexts } from '#i18n/island-texts.ts';

// Before the build: one file of texts a side and language, with what its islands say and nothing else.
export const FOLDER = join('src', 'i18n', 'built');

const ISLANDS = join('src', 'islands');
const GUESTS = ['auth', join('frame', 'guest-bar.tsx')];
const CONSOLE = ['console'];
const MEMBERS = readdirSync(ISLANDS).filter((name) => ![...GUESTS, ...CONSOLE].includes(name));

export const SIDES = { members: MEMBERS, guests: GUESTS, console: CONSOLE };
export type Side = keyof typeof SIDES;

/** What a module imports at run time; types leave no import behind. */
const IMPORTS =
  /^(?:import|export) (?!type )(?:[^;']* from )?'((?:#|\.)[^']+\.tsx?)'|import\('((?:#|\.)[^']+\.tsx?)'\)/gm;
const AREAS = readdirSync(join('locales', 'en')).map((file) => file.replace('.json', ''));
const KEYS = new RegExp(`['"\`]((?:${AREAS.join('|')}):(?:[\\w.-]|\\$\\{[^}]*\\})+)['"\`]`, 'g');
const FORM = '(?:_(?:zero|one|two|few|many|other))?';

/** Every text that the islands of a side may say; a key with a variable in it stands for all that fit. */
export function islandTexts(side: Side, language: Language): IslandTexts {
  const wanted = keysOf(side);
  const all = AREAS.flatMap((area) => leavesOf(area, tagOf(language)));
  return Object.fromEntries(all.filter(([key]) => wanted.test(key)));
}

const patterns = new Map<Side, RegExp>();

function keysOf(side: Side): RegExp {
  const known = patterns.get(side);
  if (known) return known;
  const files = new Set<string>();
  for (const name of SIDES[side]) for (const file of filesAt(join(ISLANDS, name))) follow(file, files);
  const keys = [...files].flatMap((file) => [...readFileSync(file, 'utf8').matchAll(KEYS)].map(([, key]) => key!));
  const alternatives = [...new Set(keys)].map((key) => key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[^.]+'));
  const pattern = new RegExp(`^(?:${alternatives.join('|')})${FORM}$`);
  patterns.set(side, pattern);
  return pattern;
}

function filesAt(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(path, name));
}

function follow(file: string, files: Set<string>): void {
  if (files.has(file) || !/\.tsx?$/.test(file) || file.endsWith('.server.ts')) return;
  files.add(file);
  for (const [, fixed, later] of readFileSync(file, 'utf8').matchAll(IMPORTS)) {
    const path = fixed ?? later!;
    follow(path.startsWith('#') ? join('src', path.slice(1)) : join(dirname(file), path), files);
  }
}

function leavesOf(area: string, tag: string): [string, string][] {
  const path = join('locales', tag, `${area}.json`);
  // Staff have two languages.
  return existsSync(path) ? leaves(`${area}:`, JSON.parse(readFileSync(path, 'utf8'))) : [];
}

type Node = string | { [name: string]: Node };

function leaves(prefix: string, node: { [name: string]: Node }): [string, string][] {
  return Object.entries(node).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${prefix}${name}`, value]] : leaves(`${prefix}${name}.`, value),
  );
}

export function languagesOf(side: Side): readonly Language[] {
  return side === 'console' ? CONSOLE_LANGUAGES : LANGUAGES.map(({ segment }) => segment);
}

/** Writes the files that the build gives names with a hash. */
export function writeIslandTexts(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const side of Object.keys(SIDES) as Side[])
    for (const language of languagesOf(side))
      writeFileSync(join(FOLDER, `${side}.${language}.json`), JSON.stringify(islandTexts(side, language)));
}

if (import.meta.main) writeIslandTexts();
