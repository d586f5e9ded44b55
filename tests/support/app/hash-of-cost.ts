import type { HashCost } from '#server/base/hash-costs.ts';

/** How a hash of this cost is kept: PHC string format, with salt and hash of the usual length. */
export function hashOfCost({ memory, passes }: HashCost): RegExp {
  return new RegExp(String.raw`^\$argon2id\$v=19\$m=${memory},t=${passes},p=1\$[\w+/]{22}\$[\w+/]{43}$`);
}
