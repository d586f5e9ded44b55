import type { Finding } from '../finding.ts';
import { codeFiles } from '../project-files.ts';

/** Where what breaks is listened for. */
const MAY = new Set([
  'src/server/db/new-client.ts',
  'src/server/db/open-pool.ts',
  'src/server/observe/metrics/database-figures.ts',
]);

/** A connection to PostgreSQL that nobody listens to ends the process when it breaks. */
export function databaseClients(root: string): Finding[] {
  return codeFiles(root, 'src')
    .filter(({ file, text }) => !MAY.has(file) && /\bnew (?:pg\.)?(?:Client|Pool)\(/.test(text))
    .map(({ file }) => ({ file, problem: 'makes a connection of its own, not by newClient() or openPool().' }));
}
