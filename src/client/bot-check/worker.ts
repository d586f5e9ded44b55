import { BOT_CHECK_PATH, type Challenge, type Proof, type Question } from './protocol.ts';
import { solve } from './solve.ts';

addEventListener('message', ({ data: tag }: MessageEvent<string>) => void prove(tag).catch(reportError));

async function prove(tag: string): Promise<void> {
  const headers = { accept: 'application/json', 'accept-language': tag };
  const answer = await fetch(BOT_CHECK_PATH, { headers });
  if (!answer.ok) throw new Error(`No challenge came: ${answer.status}`);
  const { challenge, question } = (await answer.json()) as { challenge: Challenge; question: Question };
  postMessage({ question } satisfies Proof);
  postMessage({ question, solution: await solve(challenge) } satisfies Proof);
}
