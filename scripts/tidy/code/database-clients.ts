import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

/** These files listen for errors of their connections. */
const MAY = new Set([
  'src/server/db/new-client.ts',
  'src/server/db/open-pool.ts',
  'src/server/observe/metrics/database-figures.ts',
]);

/** A PostgreSQL connection without an error listener ends the process when it breaks. */
export function databaseClients(root: string): Finding[] {
  return codeFiles(root, 'src')
    .filter(({ file, text }) => !MAY.has(file) && /\bnew (?:pg\.)?(?:Client|Pool)\(/.test(text))
    .map(({ file }) => ({ file, problem: 'makes a connection of its own, not by newClient() or openPool().' }));
}
