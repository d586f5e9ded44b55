import { moneyText } from '#domain/money.ts';
import { linkHash } from '../chain.ts';
import type { StoredLeg, StoredTransfer } from '../read-transfers.ts';
import type { KeyTrial } from '#server/base/key-trial.ts';
import { nameOf, type Report } from './report.ts';

export type ChainEnd = { number: number; balanceMicros: bigint; head: Buffer | undefined };

export type AccountChains = {
  endOf(accountId: number): ChainEnd;
  advance(accountId: number, end: { number: number; balanceMicros: bigint; hash: Buffer }): void;
};

const PAGE = 64;
const HASH_BYTES = 32;

type Page = { numbers: Int32Array; balances: BigInt64Array; heads: Buffer };

/** All chain ends in memory, about 50 bytes per account. */
export function accountChains(): AccountChains {
  const pages = new Map<number, Page>();

  return {
    endOf(accountId) {
      const page = pages.get(Math.floor(accountId / PAGE));
      const index = accountId & (PAGE - 1);
      const number = page?.numbers[index] ?? 0;
      if (!page || number === 0) return { number: 0, balanceMicros: 0n, head: undefined };
      const head = page.heads.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES);
      return { number, balanceMicros: page.balances[index] ?? 0n, head };
    },
    advance(accountId, { number, balanceMicros, hash }) {
      const place = Math.floor(accountId / PAGE);
      const page = pages.get(place) ?? newPage();
      pages.set(place, page);
      const index = accountId & (PAGE - 1);
      page.numbers[index] = number;
      page.balances[index] = balanceMicros;
      page.heads.fill(0, index * HASH_BYTES, (index + 1) * HASH_BYTES);
      hash.copy(page.heads, index * HASH_BYTES, 0, HASH_BYTES);
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

type ChainStep = { transfer: StoredTransfer; leg: StoredLeg; digest: Buffer; keys: KeyTrial };

/** Continues from the stored values, so that one fault is reported once. Returns the state of the key that fits. */
export function checkLink(
  { transfer, leg, digest, keys }: ChainStep,
  chains: AccountChains,
  report: Report,
): ReturnType<KeyTrial['madeBy']> {
  const { account, link } = leg;
  if (!account || account.memberId === null) return undefined;
  const add = (code: 'entry_unlinked' | 'entry_missing' | 'entry_altered' | 'below_zero', words: string) =>
    report.add(code, `${nameOf(transfer)}: its entry for ${accountName(account)} ${words}.`);
  if (!link) {
    add('entry_unlinked', 'is not numbered and hashed; the platform did not write it');
    return undefined;
  }
  const before = chains.endOf(leg.accountId);
  const maker = findMaker({ leg, link, digest, keys }, before);
  if (link.number !== before.number + 1) {
    add('entry_missing', `is number ${link.number} and comes after number ${before.number}`);
  } else {
    const fault =
      balanceFault(leg, link, before) ?? (maker ? undefined : 'its hash does not fit what it and the transfer say');
    if (fault) add('entry_altered', `(number ${link.number}) is not as it was written: ${fault}`);
  }
  if (link.balanceMicros < 0n) add('below_zero', `leaves ${moneyText(link.balanceMicros)}`);
  chains.advance(leg.accountId, link);
  return maker;
}

export function accountName({ kind, memberId }: { kind: string; memberId: number | null }): string {
  return memberId === null ? `the platform’s account “${kind}”` : `the ${kind} money of member #${memberId}`;
}

type Link = NonNullable<StoredLeg['link']>;

function balanceFault({ amountMicros }: StoredLeg, { balanceMicros }: Link, before: ChainEnd): string | undefined {
  const expectedMicros = before.balanceMicros + amountMicros;
  if (expectedMicros === balanceMicros) return undefined;
  return `it leaves ${moneyText(balanceMicros)} where ${moneyText(expectedMicros)} would be left`;
}

type LinkedLeg = { leg: StoredLeg; link: Link; digest: Buffer; keys: KeyTrial };

function findMaker({ leg, link, digest, keys }: LinkedLeg, { head }: ChainEnd): ReturnType<KeyTrial['madeBy']> {
  const { number, balanceMicros, hash } = link;
  const { amountMicros } = leg;
  const linkContents = { previous: head ?? null, digest, number, amountMicros, balanceMicros };
  return keys.madeBy(hash, (key) => linkHash(key, linkContents));
}
