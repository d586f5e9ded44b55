import { readRanges, sealContents } from '#server/ledger/seals/seal.ts';
import type { Report } from './report.ts';

export type SealRow = {
  number: number;
  at: string;
  transfers: string;
  transfer_count: number;
  contents: Buffer;
  first: string;
};

/** A seal while the transfers under it go by, in the order of their ids. */
export type OpenSeal = {
  /** Whether this transfer is under the seal. */
  visit(transferId: number, digest: Buffer): boolean;
  isBehind(transferId: number): boolean;
  end(report: Report): void;
};

const IDS_TOLD = 5;

export function openSeal({ number, at, transfers, transfer_count, contents }: SealRow): OpenSeal {
  const ranges = readRanges(transfers);
  const seen = sealContents();
  const gone: number[] = [];
  let seenCount = 0;
  let place = 0;
  let next = ranges[0]?.from ?? 0;

  /** All ids below this one that have not gone by are gone. */
  function passBy(id: number): void {
    for (let range = ranges[place]; range && next < id; range = ranges[place]) {
      if (gone.length < IDS_TOLD) gone.push(next++);
      else next = Math.min(id, range.to);
      if (next === range.to) next = ranges[(place += 1)]?.from ?? next;
    }
  }

  return {
    visit(id, digest) {
      passBy(id);
      const range = ranges[place];
      if (!range || id < range.from || id !== next) return false;
      seen.add(id, digest);
      seenCount += 1;
      next += 1;
      if (next === range.to) next = ranges[(place += 1)]?.from ?? next;
      return true;
    },
    isBehind: (id) => id >= (ranges.at(-1)?.to ?? 0) - 1,
    end(report) {
      passBy(Infinity);
      const name = `Seal ${number} of ${at}`;
      if (seenCount === transfer_count) {
        if (!seen.end().equals(contents)) report.add('seal_altered', `${name}: what is under it was changed.`);
        return;
      }
      const ids = gone.length === IDS_TOLD ? `${gone.join(', ')}, …` : gone.join(', ');
      const words = `${transfer_count - seenCount} of the ${transfer_count} transfers under it are gone`;
      report.add('seal_gone', `${name}: ${words}${ids && `: ${ids}`}.`);
    },
  };
}
