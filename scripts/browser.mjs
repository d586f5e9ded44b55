import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuse, root } from './setup.mjs';

/** The headless shell halves the time of the tests. */
const SHELL = '/usr/bin/chromium-headless-shell';
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const DOWNLOAD_LIMIT_MS = 150_000;
const APT_LIMIT_MS = 300_000;
const hasApt = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/** Finds or installs a browser that launches. Returns the environment variables that the tests need to use it. */
export async function ensureBrowser(node) {
  const browser =
    (await findShell()) ??
    (await installShell()) ??
    (await findBrowser()) ??
    (await download(node)) ??
    (await installPackage());
  if (!browser) {
    refuse(
      'The tests need a browser and none could be installed; install Chromium or set CHROMIUM_PATH to one, then run this again.',
    );
  }
  ensureFonts();
  return browser;
}

/** Order: CHROMIUM_PATH, Playwright's own browser, the system's headless shell. */
async function findShell() {
  const { CHROMIUM_PATH: named } = process.env;
  if (named && (await canLaunch(named))) return { CHROMIUM_PATH: named };
  if (await canLaunch()) return {};
  return existsSync(SHELL) && (await canLaunch(SHELL)) ? { CHROMIUM_PATH: SHELL } : undefined;
}

async function installShell() {
  return hasApt && apt('chromium-headless-shell') ? findShell() : undefined;
}

async function findBrowser() {
  for (const path of INSTALLED) {
    if (existsSync(path) && (await canLaunch(path))) return { CHROMIUM_PATH: path };
  }
  return undefined;
}

async function download(node) {
  console.log('Installing a browser for the tests …');
  if (!runPlaywright(node, ['install', '--only-shell', 'chromium'])) return undefined;
  if (await canLaunch()) return {};
  if (!hasApt || !runPlaywright(node, ['install-deps', 'chromium'])) return undefined;
  return (await canLaunch()) ? {} : undefined;
}

async function installPackage() {
  return hasApt && apt('chromium', 'fonts-noto-core') ? findBrowser() : undefined;
}

function ensureFonts() {
  const { stdout, status } = spawnSync('fc-list', [':lang=ta'], { encoding: 'utf8' });
  if (status !== 0 || stdout.trim() !== '') return;
  if (!hasApt || !apt('fonts-noto-core')) {
    console.warn('No font on this machine has Tamil letters, so they are drawn as boxes; install fonts-noto-core.');
  }
}

async function canLaunch(executablePath) {
  const { chromium } = await import('playwright');
  try {
    const browser = await chromium.launch(executablePath ? { executablePath } : {});
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

function runPlaywright(node, args) {
  const command = [join(root, 'node_modules', 'playwright', 'cli.js'), ...args];
  const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' };
  return isDone(spawnSync(node, command, { env, stdio: 'ignore', timeout: DOWNLOAD_LIMIT_MS }));
}

function apt(...packages) {
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: 'ignore',
    timeout: APT_LIMIT_MS,
  };
  spawnSync('apt-get', ['update'], options);
  return isDone(spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options));
}

function isDone({ status }) {
  return status === 0;
}
