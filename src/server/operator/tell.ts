import { ConfigRefusal } from '#server/config.ts';
import { EngineRefusal } from '#server/engine/index.ts';
import type { Outcome } from './command.ts';

/** Prints what came of a command and ends with 0, or with 1 and what is wrong or why it was refused. */
export async function tell(isJson: boolean, work: () => Promise<Outcome>) {
  try {
    const outcome = await work();
    const { words, json } = read(outcome);
    const isRefusal = 'refused' in outcome;
    (isRefusal ? process.stderr : process.stdout).write(`${isJson ? JSON.stringify(json) : words}\n`);
    process.exitCode = 'words' in outcome ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigRefusal || error instanceof EngineRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function read(outcome: Outcome): { words: string; json: unknown } {
  if ('refused' in outcome) return { words: outcome.refused, json: { success: false, error: outcome.refused } };
  if ('words' in outcome) {
    const { words, data, secret } = outcome;
    if (secret === undefined) return { words, json: { success: true, data } };
    return { words: `${words}\n${secret}`, json: { success: true, data, secret } };
  }
  return { words: outcome.wrong, json: { success: false, error: outcome.wrong, data: outcome.data } };
}
