/** Path of `getBotCheck`. Importing the contract would load its schemas. */
export const BOT_CHECK_PATH = '/api/auth/bot-check/';

/** The part of an ALTCHA challenge that solving needs; the rest is sent back unchanged. */
export type Challenge = {
  parameters: { algorithm: string; nonce: string; salt: string; cost: number; keyLength?: number; keyPrefix: string };
};

export type Question = { token: string; words: string };

/** The worker posts the question first, then again with the solution. */
export type Proof = { question: Question; solution?: string };
