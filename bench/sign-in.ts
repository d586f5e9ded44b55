import { getBotCheck, signIn } from '#contracts/auth.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { solveBotCheck } from '../tests/support/people/bot-check.ts';

export async function signInAsAnna(origin: string): Promise<{ access: string; refresh: string }> {
  const { challenge } = await (await fetch(origin + getBotCheck.path)).json();
  const body = JSON.stringify({ login: 'anna', password: DEMO_PASSWORD, bot_check: await solveBotCheck(challenge) });
  const headers = { 'content-type': 'application/json' };
  return (await fetch(origin + signIn.path, { method: 'POST', headers, body })).json();
}
