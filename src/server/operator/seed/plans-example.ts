import { isLanguage, type SiteLanguages } from '#domain/languages.ts';
import demo from './plans.json' with { type: 'json' };

/** One of each platform, and one that follows another: applied plans can't be removed. */
const IDS = ['licenses-1', 'licenses-2', 'turbo-1', 'fast-money-1', 'dreamx-1'];

/** Beside the file, editors complete and explain its fields. */
export const PLANS_SCHEMA_FILE = 'plans.schema.json';

/** A complete file of `plans apply`, with texts in the languages of the site. */
export function plansExample({ offered }: SiteLanguages): string {
  const plans = demo.plans.filter(({ id }) => IDS.includes(id));
  const withoutOthers = (key: string, value: unknown) =>
    isLanguage(key) && !offered.includes(key) ? undefined : value;
  return `${JSON.stringify({ $schema: PLANS_SCHEMA_FILE, plans }, withoutOthers, 2)}\n`;
}
