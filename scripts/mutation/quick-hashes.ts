import crypto, { type Argon2Parameters, createHmac } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Argon2 is slow on purpose, which is a third of a run; no mutant is in it, and `npm test` has the real one. */
const quick = (_: string, parameters: Argon2Parameters, done: (failed: null, tag: Buffer) => void) => {
  const { memory, passes, nonce, message, tagLength } = parameters;
  const tag = createHmac('sha512', nonce as Buffer).update(`${memory} ${passes} ${String(message)}`);
  setImmediate(done, null, tag.digest().subarray(0, tagLength));
};

Object.assign(crypto, { argon2: quick });
syncBuiltinESMExports();
