import type { Proof, Question } from './protocol.ts';
import workerAddress from './worker.ts?worker&url';

const PATIENCE_MS = 30_000;

/** Has a fresh challenge fetched and solved beside the page. The question that comes with it is handed on at once. */
export async function prove(onQuestion: (question: Question) => void): Promise<string> {
  const worker = new Worker(trusted(workerAddress), { type: 'module' });
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

type Policy = { createScriptURL: (url: string) => string };

/** The one policy that the page's Content-Security-Policy knows: a worker's address has to pass it. */
let policy: Policy | undefined;

function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } };
  policy ??= trustedTypes?.createPolicy('atrium', { createScriptURL: (url) => url });
  return policy?.createScriptURL(address) ?? address;
}
