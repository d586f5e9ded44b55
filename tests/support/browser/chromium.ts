import { type Browser, chromium, type LaunchOptions } from 'playwright';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No renderer is kept ready for a page that nobody opens.
  '--renderer-process-limit=1',
  // Where there is no graphics card, another process to draw in only costs time.
  '--in-process-gpu',
];

let shared: Promise<Browser> | undefined;

/** The one browser of all files that a worker runs; it ends with the worker, whose pipe it reads. */
export function sharedChromium(): Promise<Browser> {
  shared ??= openChromium().then((browser) => browser.on('disconnected', () => (shared = undefined)));
  return shared;
}

/** Set `CHROMIUM_PATH` to use a browser that is installed already. */
export function openChromium(launch: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const args = [...ARGS, ...(launch.args ?? [])];
  return chromium.launch({ ...launch, args, ...(executablePath && { executablePath }) });
}
