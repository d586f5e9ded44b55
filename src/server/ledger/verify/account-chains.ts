/** Where the chain of an account stands: its last entry's number, balance and hash. */
export type ChainEnd = { number: number; balanceMicros: bigint; head: Buffer | undefined };

export type AccountChains = {
  endOf(accountId: number): ChainEnd;
  goOn(accountId: number, end: { number: number; balanceMicros: bigint; hash: Buffer }): void;
};

const PAGE = 64;
const HASH_BYTES = 32;

type Page = { numbers: Int32Array; balances: BigInt64Array; heads: Buffer };

/** The ends of all chains at once, in about fifty bytes an account. */
export function accountChains(): AccountChains {
  const pages = new Map<number, Page>();

  return {
    endOf(accountId) {
      const page = pages.get(Math.floor(accountId / PAGE));
      const at = accountId & (PAGE - 1);
      const number = page?.numbers[at] ?? 0;
      if (!page || number === 0) return { number: 0, balanceMicros: 0n, head: undefined };
      const head = page.heads.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
      return { number, balanceMicros: page.balances[at] ?? 0n, head };
    },
    goOn(accountId, { number, balanceMicros, hash }) {
      const place = Math.floor(accountId / PAGE);
      const page = pages.get(place) ?? newPage();
      pages.set(place, page);
      const at = accountId & (PAGE - 1);
      page.numbers[at] = number;
      page.balances[at] = balanceMicros;
      page.heads.fill(0, at * HASH_BYTES, (at + 1) * HASH_BYTES);
      hash.copy(page.heads, at * HASH_BYTES, 0, HASH_BYTES);
    },
  };
}

function newPage(): Page {
  return {
    numbers: new Int32Array(PAGE),
    balances: new BigInt64Array(PAGE),
    heads: Buffer.alloc(PAGE * HASH_BYTES),
  };
}
