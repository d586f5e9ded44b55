import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

/** Folders with code for browsers; the server uses some of it, too. */
const BROWSER = ['client', 'components', 'contracts', 'domain', 'i18n', 'islands', 'stores'].map((one) => `src/${one}`);

/** Safari before 16.4 can't parse lookbehind, so it does not run a file that contains it. */
export function safariRegex(root: string): Finding[] {
  return codeFiles(root, ...BROWSER)
    .filter(({ text }) => /\(\?<[=!]/.test(text))
    .map(({ file }) => ({ file, problem: 'A pattern looks behind, (?<= or (?<!, which Safari 16 can’t read.' }));
}
