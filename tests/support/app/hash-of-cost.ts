import type { HashCost } from '#server/base/hash-costs.ts';

/** Matches a hash of this cost in PHC string format, with a salt and a hash of the usual length. */
export function hashOfCost({ memory, passes }: HashCost): RegExp {
  return new RegExp(String.raw`^\$argon2id\$v=19\$m=${memory},t=${passes},p=1\$[\w+/]{22}\$[\w+/]{43}$`);
}
