import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse as parseYaml, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { ALL_LANGUAGES, DEFAULT_LANGUAGE, type Language, LANGUAGES, type SiteLanguages } from '#domain/languages.ts';
import type { Theme } from '#domain/theme.ts';
import { WEEK_STARTS } from '#domain/week-start.ts';
import { translator } from '#i18n/translator.ts';
import { faultCode, faultOfIssue, type FileFault } from '#server/base/file-faults.ts';
import { cleanText } from '#server/base/markdown/texts.ts';
import { findIllegible, type Palette, paletteOf } from './palette.ts';
import { type Picture, readIcon, readLogo } from './read-pictures.ts';

/** Undefined parts are the product’s own. */
export type Brand = {
  name: string;
  logo: Picture;
  icon: Buffer;
  palettes: Record<Theme, Palette>;
  languages: SiteLanguages;
  labels: Record<Language, Labels>;
  weekStart: BrandFile['week_start'];
  support: NonNullable<BrandFile['support']>;
  company: BrandFile['company'];
  /** Hash of the file and its pictures, part of their addresses: browsers may keep them. */
  version: string;
};
/** By the key of the text that a label replaces. */
export type Labels = Record<string, string>;

const MAX_BYTES = 64 * 1024;
const SEGMENTS = LANGUAGES.map(({ segment }) => segment);
/** Licenses is no name: texts speak of a place in Licenses. */
const RENAMED = { turbo: 'turbo', 'fast-money': 'fast_money', dreamx: 'dreamx' } as const;

const words = (max: number) =>
  z
    .string()
    .transform((text) => cleanText(text).replaceAll(/\s+/g, ' '))
    .pipe(z.string().min(1).max(max));
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, faultCode('color'))
  .transform((code) => code.toLowerCase());
const colors = z.strictObject({
  background: color,
  surface: color,
  text: color,
  accent: color,
  highlight: color.optional(),
});
const labels = z.partialRecord(z.enum(SEGMENTS), words(24)).optional();

const brandFile = z.strictObject({
  /** Also the sender of e-mails. */
  name: words(32).refine((name) => !/[<>@"\\,;:]/.test(name), faultCode('name_signs')),
  logo: z.string(),
  icon: z.string(),
  colors: z.strictObject({ dark: colors, light: colors }),
  languages: z
    .array(z.enum(SEGMENTS))
    .min(1)
    .refine((list) => new Set(list).size === list.length, faultCode('twice'))
    .optional(),
  default_language: z.enum(SEGMENTS).optional(),
  platforms: z.strictObject({ turbo: labels, 'fast-money': labels, dreamx: labels }).optional(),
  week_start: z.enum(WEEK_STARTS).exclude(['language']).optional(),
  support: z
    .strictObject({
      chat: z.url({ protocol: /^https$/, error: faultCode('link') }).optional(),
      email: z.email().optional(),
    })
    .optional(),
  company: z.strictObject({ name: words(120), address: words(240).optional() }).optional(),
});
type BrandFile = z.output<typeof brandFile>;

/** `file`: YAML or JSON. Pictures are named relative to it. */
export function readBrandFile(file: string): { brand: Brand } | { wrong: FileFault } {
  let text: string;
  let value: unknown;
  try {
    text = readFileSync(file, 'utf8');
    if (text.length > MAX_BYTES) return { wrong: { place: '', code: 'file_large', params: { max: MAX_BYTES / 1024 } } };
    value = parseYaml(text);
  } catch (error) {
    return { wrong: { place: '', ...faultOfReading(error) } };
  }
  const parsed = brandFile.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { wrong: faultOfIssue(issue!, issue!.path.map(String).join('.'), value) };
  }
  return toBrand(parsed.data, file, text);
}

function faultOfReading(error: unknown): Omit<FileFault, 'place'> {
  if (!(error instanceof YAMLParseError))
    return { code: 'no_file', params: { code: (error as NodeJS.ErrnoException).code ?? 'EIO' } };
  const [at] = error.linePos ?? [];
  return { code: 'no_yaml', params: { line: at?.line ?? 1, column: at?.col ?? 1 } };
}

function toBrand(facts: BrandFile, file: string, text: string): { brand: Brand } | { wrong: FileFault } {
  const { name, week_start: weekStart, support = {}, company } = facts;
  const at = (picture: string) => resolve(dirname(file), picture);
  const logo = readLogo(at(facts.logo));
  if ('wrong' in logo) return { wrong: { ...logo.wrong, place: 'logo' } };
  const icon = readIcon(at(facts.icon));
  if ('wrong' in icon) return { wrong: { ...icon.wrong, place: 'icon' } };
  const languages = languagesOfFile(facts);
  if ('code' in languages) return { wrong: languages };
  const wrong = contrastFault(facts) ?? labelFault(facts, languages);
  if (wrong) return { wrong };
  const version = createHash('sha256')
    .update(text)
    .update(logo.bytes)
    .update(icon.bytes)
    .digest('base64url')
    .slice(0, 10);
  const palettes = palettesOf(facts);
  const all = { languages, labels: labelsOf(facts, languages), weekStart, support, company };
  return { brand: { name, logo, icon: icon.bytes, palettes, version, ...all } };
}

function palettesOf({ colors: { dark, light } }: BrandFile): Record<Theme, Palette> {
  return { dark: paletteOf('dark', dark), light: paletteOf('light', light) };
}

function contrastFault(facts: BrandFile): FileFault | undefined {
  for (const [theme, palette] of Object.entries(palettesOf(facts))) {
    const pair = findIllegible(theme as Theme, palette);
    if (pair) return { place: `colors.${theme}`, code: 'contrast', params: pair };
  }
  return undefined;
}

/** Without a default, the first that is listed. */
function languagesOfFile({ languages: offered, default_language: chosen }: BrandFile): SiteLanguages | FileFault {
  if (!offered) return { ...ALL_LANGUAGES, ...(chosen && { fallback: chosen }) };
  const fallback = chosen ?? offered[0]!;
  if (offered.includes(fallback)) return { offered, fallback };
  return { place: 'default_language', code: 'not_among', params: { values: offered.join(', ') } };
}

function labelFault({ platforms = {} }: BrandFile, { offered }: SiteLanguages): FileFault | undefined {
  for (const [platform, byLanguage] of Object.entries(platforms)) {
    const missing = offered.find((language) => byLanguage && !byLanguage[language]);
    if (missing) return { place: `platforms.${platform}.${missing}`, code: 'missing' };
  }
  return undefined;
}

/** The texts name Russian. */
function fallbackLabels(language: Language, fallback: Language): Labels {
  if (fallback === DEFAULT_LANGUAGE) return {};
  const name = LANGUAGES.find(({ segment }) => segment === fallback)?.name ?? '';
  return { 'feed:fallback': translator(language)('feed:fallback_named', { name }), 'feed:in_russian': name };
}

/** The console may be in a language that members are not offered. */
function labelsOf({ platforms = {} }: BrandFile, { fallback }: SiteLanguages): Brand['labels'] {
  const platformLabels = (language: Language): Labels =>
    Object.fromEntries(
      (Object.keys(RENAMED) as (keyof typeof RENAMED)[]).flatMap((platform) => {
        const label = platforms[platform]?.[language] ?? platforms[platform]?.[fallback];
        const keys = [`common:menu.${RENAMED[platform]}`, `console_content:plans.platform.${platform}`];
        return label ? keys.map((key) => [key, label]) : [];
      }),
    );
  const inLanguage = (language: Language) => ({ ...platformLabels(language), ...fallbackLabels(language, fallback) });
  return Object.fromEntries(SEGMENTS.map((language) => [language, inLanguage(language)])) as Record<Language, Labels>;
}
