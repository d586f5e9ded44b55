import { type Browser, chromium, type LaunchOptions } from 'playwright';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Keeps no spare renderer ready.
  '--renderer-process-limit=1',
  // Without a graphics card, a separate GPU process only costs time.
  '--in-process-gpu',
];

let shared: Promise<Browser> | undefined;

/** One browser for all files of a worker. It ends with the worker, because it reads a pipe of the worker. */
export function sharedChromium(): Promise<Browser> {
  shared ??= openChromium().then((browser) => browser.on('disconnected', () => (shared = undefined)));
  return shared;
}

/** `CHROMIUM_PATH` selects an installed browser. */
export function openChromium(launch: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const args = [...ARGS, ...(launch.args ?? [])];
  return chromium.launch({ ...launch, args, ...(executablePath && { executablePath }) });
}
