import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

/** What browsers get; the server shares some of it. */
const BROWSER = ['client', 'components', 'contracts', 'domain', 'i18n', 'islands', 'stores'].map((one) => `src/${one}`);

/** Safari looks behind only since 16.4; before, the whole file that has such a pattern does not run. */
export function safariRegex(root: string): Finding[] {
  return codeFiles(root, ...BROWSER)
    .filter(({ text }) => /\(\?<[=!]/.test(text))
    .map(({ file }) => ({ file, problem: 'A pattern looks behind, (?<= or (?<!, which Safari 16 can’t read.' }));
}
