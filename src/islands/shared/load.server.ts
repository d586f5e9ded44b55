import type { AstroGlobal } from 'astro';
import type { Refusal, Result } from '#contracts/call.ts';
import { respondToRefusal } from './respond-to-refusal.server.ts';

type Answers = Record<string, Promise<Result<unknown>>>;
type Loaded<A extends Answers> = { [Name in keyof A]: Extract<Awaited<A[Name]>, { success: true }> };

/** Responds to the first refusal, in the order of the names. */
export async function load<A extends Answers>(page: AstroGlobal, answers: A): Promise<Response | Loaded<A>> {
  const loaded = await settle(answers);
  return 'refusal' in loaded ? respondToRefusal(page, loaded.refusal) : loaded.all;
}

/** Like `load`, but after a failure of the server (5xx) a sent form stays on the page with the refusal. */
export async function loadWithForm<A extends Answers>(
  page: AstroGlobal,
  form: object | undefined,
  answers: A,
): Promise<Response | { broken: Refusal } | (Loaded<A> & { broken?: never })> {
  const loaded = await settle(answers);
  if (!('refusal' in loaded)) return loaded.all;
  const { refusal } = loaded;
  if (!form || refusal.status < 500) return respondToRefusal(page, refusal);
  page.response.status = refusal.status;
  return { broken: refusal };
}

async function settle<A extends Answers>(answers: A): Promise<{ refusal: Refusal } | { all: Loaded<A> }> {
  const results = await Promise.all(
    Object.entries(answers).map(async ([name, answer]) => [name, await answer] as const),
  );
  for (const [, answer] of results) if (!answer.success) return { refusal: answer.error };
  return { all: Object.fromEntries(results) as Loaded<A> };
}
