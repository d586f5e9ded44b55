import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { build, isBuilt } from './build.mjs';
import { CHECKS, runCheck } from './checks.mjs';
import { ensureInstalled, folderForTests, run, toolEnv } from './setup.mjs';

const node = await ensureInstalled();
const env = { ...toolEnv(node), ...(await ensureBrowser(node)) };

/** `npm test -- team places` runs only the test files whose path contains one of these words. */
const words = process.argv.slice(2);

let total = { passed: 0, failed: 0 };
const isWhole = words.length === 0;
if (isWhole || !isBuilt()) await takeSteps([['build', async () => countOf(await build(node))]]);
await Promise.all([takeSteps([['tests', runTests]]), ...(isWhole ? [takeChecks()] : [])]);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

async function takeSteps(steps) {
  for (const [name, step] of steps) {
    const startMs = Date.now();
    const count = await step();
    const verdict = count.failed === 0 ? 'passed' : 'failed';
    console.log(`▸ ${name} ${verdict} in ${((Date.now() - startMs) / 1000).toFixed(1)} s`);
    total = { passed: total.passed + count.passed, failed: total.failed + count.failed };
  }
}

/** Runs the checks one by one at low priority, while tests wait for pages, jobs and other processes. */
async function takeChecks() {
  for (const check of CHECKS) {
    const isPassed = await runCheck(check, env, { politely: true });
    total = isPassed ? { ...total, passed: total.passed + 1 } : { ...total, failed: total.failed + 1 };
  }
}

async function runTests() {
  const temporary = folderForTests();
  const folder = mkdtempSync(join(temporary, 'atrium-tests-'));
  const report = join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    // Tests start the same programs many times; the cache compiles them once.
    const compiled = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const exitCode = await run('vitest', ['run', ...words, ...reporters], { ...env, ...compiled, TMPDIR: temporary });
    return countReport(report, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** These fail without a failed test: a file that did not load, a run that broke off, a run without tests. */
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
