import { answerWith } from './body-at-hand.ts';

/** An answer in JSON, whose text stays at hand. */
export function jsonAnswer(body: unknown, status: number, headers: Record<string, string>): Response {
  return answerWith(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}
