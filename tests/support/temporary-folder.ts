import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for a PostgreSQL that goes away with it. When root runs it, the unprivileged user must be able to enter:
 * otherwise the files lie elsewhere and stay.
 */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await chmod(folder, 0o755);
  return folder;
}
