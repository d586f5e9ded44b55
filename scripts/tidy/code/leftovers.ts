import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

/** Written so that this file does not match. */
const marks = [
  /\b(?:TOD[O]|FIXM[E]|X{3}|HAC[K])\b/,
  /@ts-(?:ignore|expect-error|nocheck)\b/,
  /\b(?:eslint|oxlint)-disabl[e]/,
  /!importan[t]/,
];

/** Finds marks of postponed work and rules that are switched off for a line. */
export function leftovers(root: string): Finding[] {
  return codeFiles(root, '.').flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => {
      const found = marks.map((mark) => mark.exec(line)?.[0]).find((mark) => mark !== undefined);
      return found ? [{ file, problem: `Line ${index + 1} has ${found}: do it now, or write it down in docs/.` }] : [];
    }),
  );
}
