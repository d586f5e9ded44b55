import { workerAddress } from '../worker-address.ts';
import worker from './worker.ts?worker&url';

/** From now on the phone keeps built files. A browser that can't or may not does without. */
export function watchLine(): void {
  // Vite serves the worker from a folder, where no scope of the whole site is allowed.
  if (import.meta.env.DEV) return;
  void navigator.serviceWorker?.register(workerAddress(worker), { scope: '/' }).catch(() => {});
}
