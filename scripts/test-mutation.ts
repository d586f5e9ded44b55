import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { startTestServer } from '../tests/support/global-setup.ts';
import { dropLeftDatabases } from './mutation/drop-left-databases.ts';
import { FOLDERS, readTask, type Task } from './mutation/folders.ts';
import { folderForTests, root, run, toolEnv } from './setup.mjs';

/** `npm run test:mutation -- ledger places` measures these folders; without words it measures all. */
const words = process.argv.slice(2);
const tasks = (words.length > 0 ? words : Object.keys(FOLDERS)).map((word) => ({ word, task: readTask(word) }));
const unknown = tasks.find(({ task }) => !task);
if (unknown) {
  console.error(`There is no folder “${unknown.word}”; there are ${Object.keys(FOLDERS).join(', ')}.`);
  process.exitCode = 1;
} else {
  await measureAll();
}

/** Ctrl-C ends Stryker; the clean-up below still runs. */
async function measureAll(): Promise<void> {
  let isStopped = false;
  process.on('SIGINT', () => (isStopped = true));
  process.env['TMPDIR'] = folderForTests();
  const server = await startTestServer();
  const stopDropping = dropLeftDatabases(server.serverUrl);
  const rows: Record<string, Row> = {};
  try {
    for (const { word, task } of tasks) {
      if (isStopped || !task) break;
      const startMs = Date.now();
      const env = { ...toolEnv(process.execPath), TEST_SERVER_URL: server.serverUrl, MUTATION_TASK: word };
      if ((await run('stryker', ['run'], env)) !== 0) process.exitCode = 1;
      rows[word] = { ...count(task), minutes: round((Date.now() - startMs) / 60_000) };
    }
  } finally {
    await stopDropping();
    await server.stop();
  }
  console.table(rows);
}

type Row = Record<'mutants' | 'killed' | 'survived' | 'uncovered' | 'score' | 'minutes', number>;
type Report = { files: Record<string, { mutants: { status: string }[] }> };

/** Reads Stryker's file for incremental runs. A mutant that made the code run forever counts as killed. */
function count({ name, mutate }: Task): Omit<Row, 'minutes'> {
  const file = join(root, '.stryker', `${name}.json`);
  const { files }: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { files: {} };
  const mutants = Object.entries(files).flatMap(([path, one]) => (matchesGlob(path, mutate) ? one.mutants : []));
  const of = (...states: string[]) => mutants.filter(({ status }) => states.includes(status)).length;
  const [killed, survived, uncovered] = [of('Killed', 'Timeout'), of('Survived'), of('NoCoverage')];
  const all = killed + survived + uncovered;
  return { mutants: all, killed, survived, uncovered, score: round((100 * killed) / all) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
