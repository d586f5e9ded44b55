import { workerAddress } from '#client/worker-address.ts';
import type { Proof, Question } from './protocol.ts';
import address from './worker.ts?worker&url';

const PATIENCE_MS = 30_000;

/** Fetches and solves a challenge in a worker. `onQuestion` is called before it is solved. */
export async function prove(onQuestion: (question: Question) => void): Promise<string> {
  const worker = new Worker(workerAddress(address), { type: 'module' });
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Proof>) =>
        data.solution ? resolve(data.solution) : onQuestion(data.question);
      worker.onerror = reject;
      setTimeout(reject, PATIENCE_MS);
      worker.postMessage(document.documentElement.lang);
    });
  } finally {
    worker.terminate();
  }
}
