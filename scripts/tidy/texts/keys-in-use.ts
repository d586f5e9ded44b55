import type { Finding } from '../finding.ts';
import { areasOf, stemOf, textsOf } from './locales.ts';
import { codeFiles, type ProjectFile } from '../project-files.ts';

/** Finds unused texts, and used keys without a text. */
export function keysInUse(root: string): Finding[] {
  const areas = areasOf(root, 'en');
  const keys = areas.flatMap((area) => {
    const texts = textsOf(root, 'en', area);
    return [...new Set([...texts.keys()].map((key) => `${area}:${stemOf(key, texts)}`))];
  });
  const uses = codeFiles(root, 'src').flatMap((source) => usesIn(source, areas));
  const isAsked = (key: string) => uses.some(({ pattern }) => pattern.test(key));
  const isAnswered = ({ pattern }: Use) => keys.some((key) => pattern.test(key));
  return [
    ...keys.filter((key) => !isAsked(key)).map((key) => unused(key)),
    ...uses
      .filter((use) => !isAnswered(use))
      .map(({ file, written }) => ({ file, problem: `There is no text for ${written}.` })),
  ];
}

export type Use = { file: string; written: string; pattern: RegExp };

/** Finds keys in code: `'auth:sign_in.title'`, or with a variable: `` `refusals:${code}` ``. Doc comments are skipped. */
export function usesIn({ file, text }: ProjectFile, areas: string[]): Use[] {
  const area = `(?:${areas.join('|')})`;
  const literals = new RegExp(`(['"])(${area}:[\\w.]+)\\1`, 'g');
  const templates = new RegExp(`\`(${area}:(?:[^\`$]|\\$\\{[^}\`]*\\})*)\``, 'g');
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '');
  const written = [
    ...[...code.matchAll(literals)].map(([, , key = '']) => key),
    ...[...code.matchAll(templates)].map(([, key = '']) => key),
  ];
  return written.map((key) => ({ file, written: key, pattern: patternOf(key) }));
}

function patternOf(key: string): RegExp {
  const fixed = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/\W/g, '\\$&'));
  return new RegExp(`^${fixed.join('.+')}$`);
}

function unused(key: string): Finding {
  const [area] = key.split(':');
  return {
    file: `locales/en/${area}.json`,
    problem: `Nobody asks for ${key}: use it or take it out of all languages.`,
  };
}
