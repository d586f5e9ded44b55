/** The path of the contract `getBotCheck`, which itself would bring its schemas along. */
export const BOT_CHECK_PATH = '/api/auth/bot-check/';

/** The part of an ALTCHA challenge that solving needs; the rest of it travels back untouched. */
export type Challenge = {
  parameters: { algorithm: string; nonce: string; salt: string; cost: number; keyLength?: number; keyPrefix: string };
};

export type Question = { token: string; words: string };

/** What the worker says: first the question that stands in for the check, then also the solution. */
export type Proof = { question: Question; solution?: string };
