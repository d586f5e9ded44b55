import { ConfigRefusal } from '#server/config.ts';
import { EngineRefusal } from '#server/engine/index.ts';

/** Prints what came of a command and ends with 0, or with 1 and the sentence of its refusal. */
export async function tell(
  isJson: boolean,
  work: () => Promise<{ words: string; data: unknown } | { refused: string }>,
) {
  try {
    const outcome = await work();
    const isDone = !('refused' in outcome);
    const words = isDone ? outcome.words : outcome.refused;
    const json = isDone ? { success: true, data: outcome.data } : { success: false, error: outcome.refused };
    (isDone ? process.stdout : process.stderr).write(`${isJson ? JSON.stringify(json) : words}\n`);
    process.exitCode = isDone ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigRefusal || error instanceof EngineRefusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
