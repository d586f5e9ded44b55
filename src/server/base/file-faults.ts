import type { z } from 'zod';
import type { Language } from '#domain/languages.ts';
import { translator } from '#i18n/translator.ts';

/** Keys of `file_faults` in `console_content`. */
const FILE_FAULTS = [
  ...['no_json', 'no_json_at', 'no_json_near', 'no_json_end', 'no_facts', 'no_yaml', 'words_outside', 'more'],
  ...['missing', 'empty', 'not_text', 'not_number', 'not_whole', 'not_yes_no', 'not_list', 'not_fields', 'invalid'],
  ...['not_among', 'unknown_fields', 'too_small', 'too_large', 'too_long', 'list_long', 'list_short'],
  ...['slug', 'amount', 'nothing', 'time', 'link', 'own_path'],
  ...['twice', 'previous', 'property', 'plan_gone', 'plan_seated'],
  ...['webinar', 'kind_stays', 'no_text', 'no_language', 'picture', 'link_nowhere'],
  ...['version', 'date', 'version_used'],
  ...['too_many_lines', 'too_many_marks', 'too_deep'],
  ...['no_file', 'file_large', 'logo', 'icon', 'color', 'contrast', 'name_signs'],
] as const;
export type FileFaultCode = (typeof FILE_FAULTS)[number];

/** `place` is '' for the whole file, undefined if the sentence names it. */
export type FileFault = { code: FileFaultCode; place?: string; params?: Record<string, string | number> };

export function tellFaults(faults: readonly FileFault[], language: Language = 'en'): string[] {
  const t = translator(language === 'ru' ? 'ru' : 'en');
  return faults.map(({ code, place, params = {} }) => {
    const sentence = t(`console_content:file_faults.${code}`, params);
    return place === undefined ? sentence : `${place || t('console_content:file_faults.file')}: ${sentence}`;
  });
}

export function faultCode(code: FileFaultCode): string {
  return code;
}

type Issue = z.core.$ZodIssue;

export function faultOfIssue(issue: Issue, place: string, file: unknown): FileFault {
  const ownCode = FILE_FAULTS.find((code) => code === issue.message);
  if (ownCode) return { place, code: ownCode };
  switch (issue.code) {
    case 'invalid_type': {
      const isPresent = issue.path.reduce<unknown>((value, key) => partOf(value, key), file) !== undefined;
      return { place, code: isPresent ? (TYPES[issue.expected] ?? 'invalid') : 'missing' };
    }
    case 'invalid_value':
      return { place, code: 'not_among', params: { values: issue.values.map(String).join(', ') } };
    case 'unrecognized_keys':
      return { place, code: 'unknown_fields', params: { fields: issue.keys.join(', ') } };
    case 'invalid_key':
      return { place, code: 'unknown_fields', params: { fields: String(issue.path.at(-1) ?? '') } };
    case 'too_small':
      return { place, code: SMALL[issue.origin] ?? 'too_small', params: { min: Number(issue.minimum) } };
    case 'too_big':
      return { place, code: BIG[issue.origin] ?? 'too_large', params: { max: Number(issue.maximum) } };
    default:
      return { place, code: 'invalid' };
  }
}

const TYPES: Record<string, FileFaultCode> = {
  ...{ string: 'not_text', number: 'not_number', int: 'not_whole', boolean: 'not_yes_no', array: 'not_list' },
  ...{ object: 'not_fields', record: 'not_fields' },
};
const SMALL: Record<string, FileFaultCode> = { string: 'empty', array: 'list_short' };
const BIG: Record<string, FileFaultCode> = { string: 'too_long', array: 'list_long' };

function partOf(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined;
}

export function faultOfJson(text: string, error: unknown): FileFault {
  const { message } = error as Error;
  const [, at] = /at position (\d+)/.exec(message) ?? [];
  if (at !== undefined) {
    const before = text.slice(0, Number(at)).split('\n');
    return { code: 'no_json_at', params: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
  }
  const [, near] = /^Unexpected token .*?, (?:\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  if (near !== undefined) return { code: 'no_json_near', params: { near: near.replaceAll(/\s+/g, ' ') } };
  return { code: message.includes('end of JSON') ? 'no_json_end' : 'no_json' };
}
