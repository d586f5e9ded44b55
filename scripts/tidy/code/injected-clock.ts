import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

const FOLDERS = ['src/components', 'src/domain', 'src/i18n', 'src/layouts', 'src/pages', 'src/server'];
/** Exempt: the clock itself, the log, the wait for a process to start, and a calendar in the browser. */
const MAY = /^src\/(?:server\/(?:base\/clock\.ts|base\/log\.ts|engine\/)|components\/ui\/date\/local-day\.ts)/;

/** All code takes the time from one clock, which tests can set; in a page it is `Astro.locals.now`. */
export function injectedClock(root: string): Finding[] {
  return codeFiles(root, ...FOLDERS)
    .filter(({ file, text }) => !MAY.test(file) && /\bnew Date\(\)|\bDate\.now\(/.test(text))
    .map(({ file }) => ({ file, problem: 'asks the machine for the time, not the clock it is given.' }));
}
