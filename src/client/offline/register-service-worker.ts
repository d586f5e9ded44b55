import { workerAddress } from '../worker-address.ts';
import worker from './worker.ts?worker&url';

/** Registers the service worker that caches built files. */
export function registerServiceWorker(): void {
  // Vite serves the worker from a folder, which doesn't allow the scope `/`.
  if (import.meta.env.DEV) return;
  void navigator.serviceWorker?.register(workerAddress(worker), { scope: '/' }).catch(() => {});
}
