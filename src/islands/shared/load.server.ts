import type { APIContext } from 'astro';
import type { Result } from '#contracts/call.ts';
import { respondToRefusal } from './respond-to-refusal.server.ts';

type Answers = Record<string, Promise<Result<unknown>>>;
type Loaded<A extends Answers> = { [Name in keyof A]: Extract<Awaited<A[Name]>, { success: true }> };

/** All that a page needs, or what is answered instead: to the first refusal, in the order of the names. */
export async function load<A extends Answers>(page: APIContext, answers: A): Promise<Response | Loaded<A>> {
  const named = await Promise.all(Object.entries(answers).map(async ([name, answer]) => [name, await answer] as const));
  for (const [, answer] of named) if (!answer.success) return respondToRefusal(page, answer.error);
  return Object.fromEntries(named) as Loaded<A>;
}
