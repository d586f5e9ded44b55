// Runs before anything is installed, on any Node from 20: only built-in modules and the syntax of Node 20.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const OWN_NODE_MAJOR = 24;
const OLDEST_OWN_NODE = [24, 7];
const INSTALL_SPACE_MB = 1200;
const PROGRESS_MS = 5000;
const PING_LIMIT_MS = 30_000;
/** By default, npm without a network tries each of 500 packages three times, for minutes. */
const FEW_RETRIES = ['--fetch-retries=1', '--fetch-retry-maxtimeout=5000', '--fetch-timeout=60000'];

/**
 * Makes node_modules match package-lock.json and returns the path of a Node that runs TypeScript. Ends the process with
 * one sentence if only a person can solve the problem.
 */
export async function ensureInstalled() {
  refuseUnfitMachine();
  if (!isInstalled()) await install();
  return findNode() ?? (await fetchNode()) ?? ownNode();
}

/** Logs `sentence`, then the elapsed time every few seconds; `detail` adds the progress. */
export async function withProgress(sentence, work, detail = () => '') {
  console.log(`${sentence} …`);
  const startMs = Date.now();
  const timer = setInterval(() => {
    console.log(`  ${Math.round((Date.now() - startMs) / 1000)} s${detail()} …`);
  }, PROGRESS_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Runs a command with our input and output. Resolves to its exit code, as in a shell. */
export function run(command, args, env = {}) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  return exitCodeOf(child, command);
}

export function exitCodeOf(child, command) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command} could not be run: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** Environment whose `PATH` finds our `node` and the tools of node_modules first. */
export function toolEnv(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH];
  return { PATH: path.join(delimiter), ASTRO_TELEMETRY_DISABLED: '1' };
}

/** Tests create hundreds of databases; they are in memory where /dev/shm has 6 GB free. */
export function folderForTests() {
  const [inMemory, roomBytes] = ['/dev/shm', 6 * 1024 ** 3];
  try {
    const { bavail, bsize } = fs.statfsSync(inMemory);
    return bavail * bsize > roomBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

export function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function refuseUnfitMachine() {
  const [major] = versionOf(process.version);
  if (major < 20) refuse(`Atrium needs Node 20 or later to set itself up; this is ${process.version}.`);
  const platform = `${process.platform}-${process.arch}`;
  if (!['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64'].includes(platform)) {
    refuse(`Atrium runs on Linux and macOS, on x64 and arm64; this machine is ${platform}.`);
  }
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) {
    refuse('Atrium needs a Linux with glibc, such as Debian, Ubuntu or Fedora; this one has another C library.');
  }
}

/** npm writes this lock file of node_modules last, so an interrupted installation has none. */
function isInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  const { dependencies, devDependencies } = wanted[''];
  const isThere = (name) => installed[`node_modules/${name}`] !== undefined;
  return (
    Object.keys({ ...dependencies, ...devDependencies }).every(isThere) &&
    Object.entries(installed).every(([path, { version }]) => (wanted[path]?.version ?? version) === version)
  );
}

function readPackages(file) {
  const path = join(root, file);
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, 'utf8')).packages : undefined;
}

async function install() {
  refuseFullDisk();
  const unreachable = await withProgress('Looking for the npm registry', whyUnreachable);
  if (unreachable) console.log(`It can’t be reached (${unreachable}); npm may have kept all that is missing.`);
  // `npm ci` would refuse a lock file made where the registry lacks some platforms' optional packages.
  const args = ['install', '--no-save', '--include=dev', '--include=optional', ...FEW_RETRIES];
  const { status, error } = await withProgress(
    'Installing what is missing; this takes a minute or two',
    () => (unreachable ? npm([...args, '--offline'], root, 'ignore') : npm(args, root)),
    packagesThere(),
  );
  if (error?.code === 'ENOENT') refuse('npm was not found; install it (it comes with Node) and run this again.');
  if (status !== 0 && unreachable) {
    refuse(
      `Atrium needs packages of the npm registry, which can’t be reached (${unreachable}); connect this machine to the network, or set npm’s proxy or registry, and run this again.`,
    );
  }
  if (status !== 0)
    refuse('npm could not install what Atrium needs, for the reason above; put that right and run this again.');
}

/** Asks npm, which knows its registry and proxy. Any HTTP status means that the registry can be reached. */
async function whyUnreachable() {
  const args = ['ping', '--json', '--fetch-retries=0', '--fetch-timeout=15000'];
  const { status, output, isLate } = await npm(args, root, 'ignore', PING_LIMIT_MS);
  if (isLate) return 'ETIMEDOUT';
  if (status === 0) return undefined;
  const [, code] = /"code": "(\w+)"/.exec(output) ?? [];
  return code && !/^E\d{3}$/.test(code) ? code : undefined;
}

/** Counts the unpacked packages, of those that every platform needs. */
function packagesThere() {
  const wanted = Object.entries(readPackages('package-lock.json') ?? {}).filter(
    ([path, { optional }]) => path !== '' && !optional,
  );
  return () => {
    const there = wanted.filter(([path]) => fs.existsSync(join(root, path, 'package.json')));
    return `, ${there.length} of ${wanted.length} packages`;
  };
}

function refuseFullDisk() {
  const { bavail, bsize } = fs.statfsSync(root);
  const freeMb = Math.floor((bavail * bsize) / 1024 / 1024);
  if (freeMb < INSTALL_SPACE_MB) {
    refuse(`Only ${freeMb} MB are free on the disk of ${root}; Atrium needs ${INSTALL_SPACE_MB} MB to install.`);
  }
}

/** Runs the machine's npm on the machine's Node: our Node is in the folder that npm is about to replace. */
async function npm(args, cwd, stderr = 'inherit', timeout = 0) {
  const path = process.env.PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const env = { ...process.env, PATH: path.join(delimiter), PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const options = { cwd, env, stdio: ['ignore', 'pipe', stderr], timeout, killSignal: 'SIGKILL' };
  const child = spawn('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], options);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ status: 127, error, output }));
    child.once('close', (status, signal) => resolve({ status, output, isLate: signal === 'SIGKILL' }));
  });
}

function findNode() {
  const arch = `${process.platform}-${process.arch}`;
  const folders = ['node', `node-${arch}`, `node-bin-${arch}`].flatMap((name) => [
    name,
    join('node', 'node_modules', name),
  ]);
  return folders.map((name) => join(root, 'node_modules', name, 'bin', 'node')).find(isOwnNode);
}

function isOwnNode(path) {
  if (path === process.execPath) return versionOf(process.version)[0] === OWN_NODE_MAJOR;
  if (!fs.existsSync(path)) return false;
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return status === 0 && versionOf(stdout)[0] === OWN_NODE_MAJOR;
}

/** Does the work of the package's install script, which newer npm may not have run. */
async function fetchNode() {
  const folder = join(root, 'node_modules', 'node');
  const { version } = JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
  const isArmMac = process.platform === 'darwin' && process.arch === 'arm64';
  const name = `${isArmMac ? 'node-bin' : 'node'}-${process.platform}-${process.arch}`;
  const args = ['install', '--no-save', `${name}@${version}`, ...FEW_RETRIES];
  await withProgress(`Getting Node ${version}`, () => npm(args, folder));
  return findNode();
}

function ownNode() {
  const [major, minor] = versionOf(process.version);
  const [oldestMajor, oldestMinor] = OLDEST_OWN_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return process.execPath;
  return refuse(
    `npm could not bring Node ${OWN_NODE_MAJOR} and this machine has ${process.version}; install Node ${OLDEST_OWN_NODE.join('.')} or later and run this again.`,
  );
}

function versionOf(text) {
  return text.trim().replace('v', '').split('.').map(Number);
}
