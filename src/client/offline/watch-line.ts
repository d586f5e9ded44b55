import { workerAddress } from '../worker-address.ts';
import worker from './worker.ts?worker&url';

/** From now on the phone keeps built files. A browser that can't or may not does without. */
export function watchLine(): void {
  void navigator.serviceWorker?.register(workerAddress(worker), { scope: '/' }).catch(() => {});
}
