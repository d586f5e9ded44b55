import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { ensureInstalled, run, toolEnv } from './setup.mjs';

const node = ensureInstalled();
const env = { ...toolEnv(node), ...(await ensureBrowser(node)) };

/** `npm test -- team` runs the test files whose path has one of these words, and nothing else. */
const words = process.argv.slice(2);

const everything = [
  ['format', () => check('prettier', '--check', '--log-level=warn', '.')],
  ['lint', () => check('oxlint')],
  ['types', checkTypes],
  ['tidy', () => check('node', 'scripts/tidy.ts')],
  ['dead code', findDeadCode],
  ['build', async () => countOf(await build(node))],
  ['tests', runTests],
];
const some = [...(isBuilt() ? [] : [everything.find(([name]) => name === 'build')]), ['tests', runTests]];
const steps = words.length > 0 ? some : everything;

let total = { passed: 0, failed: 0 };
for (const [name, step] of steps) {
  console.log(`\n▸ ${name}`);
  const startMs = Date.now();
  const count = await step();
  const verdict = count.failed === 0 ? 'passed' : 'failed';
  console.log(`${name} ${verdict} in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
  total = { passed: total.passed + count.passed, failed: total.failed + count.failed };
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function check(command, ...args) {
  return countOf(await exec(command, ...args));
}

function exec(command, ...args) {
  return run(command, args, env);
}

async function checkTypes() {
  const exitCodes = [await exec('astro', 'check'), await exec('tsc', '--noEmit')];
  return countOf(Math.max(...exitCodes));
}

/** Once with all that uses the code, and once without the tests and tools. */
async function findDeadCode() {
  const exitCodes = [await exec('knip'), await exec('knip', '--production')];
  return countOf(Math.max(...exitCodes));
}

async function runTests() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-tests-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const exitCode = await exec('vitest', 'run', ...words, ...reporters);
    return countReport(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A file that did not load, a run that broke off and a run of nothing have no failed test to show, but failed. */
function countReport(report, exitCode) {
  const { numPassedTests: passed = 0, numFailedTests = 0, testResults = [] } = readReport(report);
  const brokenFiles = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed));
  const failed = numFailedTests + brokenFiles.length;
  const isUnexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isUnexplained ? 1 : failed };
}

function isFailed({ status }) {
  return status === 'failed';
}

function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return {};
  }
}

function countOf(exitCode) {
  return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
