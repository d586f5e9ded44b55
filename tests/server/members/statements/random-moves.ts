import { STATEMENT_LINES, type StatementLine } from '#domain/statement.ts';
import type { Db } from '#server/db/connect.ts';
import type { Member } from '#server/db/schema/index.ts';
import {
  captureHold,
  holdFunds,
  payOutHold,
  postTransfers,
  receivePayments,
  refundSale,
  releaseHold,
  releasePayments,
} from '#server/ledger/index.ts';
import type { Services } from '#server/api/services.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';

type Lines = Record<StatementLine, bigint>;
type Course = { seed: number; months: readonly string[]; moves: number; setTime(time: Date): void };
type Open = { purpose: string; amountMicros: bigint; holdId?: number };

/** Moves a member's money in every way, in order of time. Resolves to the sums of each month, counted on the side. */
export async function moveAtRandom(
  services: Services,
  { id: memberId }: Member,
  { seed, months, moves, setTime }: Course,
): Promise<Map<string, Lines>> {
  const random = seededRandom(seed);
  const mover = createMover(services, memberId, random);
  const counted = new Map<string, Lines>();
  for (const month of months) {
    const lines = Object.fromEntries(STATEMENT_LINES.map((line) => [line, 0n])) as Lines;
    counted.set(month, lines);
    const start = Date.parse(`${month}-01T00:00:00+03:00`);
    for (let move = 0; move < moves; move += 1) {
      setTime(new Date(start + Math.floor((27.9 * 86_400_000 * (move + random())) / moves)));
      await services.transaction((tx) => mover.move(tx, lines));
    }
  }
  return counted;
}

function createMover(services: Services, memberId: number, random: () => number) {
  const upTo = (most: number) => Math.floor(random() * most);
  const take = <Item>(items: Item[]) => items.splice(upTo(items.length), 1)[0];
  const details = {};
  const withdrawals: Open[] = [];
  const places: Open[] = [];
  const sold: Open[] = [];
  let available = 0n;
  let step = 0;

  const post = async (tx: Db, kind: 'accrual' | 'correction', purpose: string, micros: bigint) => {
    const legs = [
      { account: { kind: 'earnings' }, amountMicros: -micros } as const,
      { account: { kind: 'available', memberId }, amountMicros: micros } as const,
    ];
    await postTransfers(tx, services, [{ key: purpose, kind, memberId, details, legs }]);
    available += micros;
  };

  const endWithdrawal = async (tx: Db, lines: Lines, { holdId, ...open }: Open) => {
    const { amountMicros } = open;
    const hold = { ...open, memberId, details, holdId: holdId! };
    if (upTo(3) === 0) {
      await releaseHold(tx, services, hold);
      available += amountMicros;
      return;
    }
    const feeMicros = amountMicros / BigInt(5 + upTo(5));
    await payOutHold(tx, services, { ...hold, feeMicros });
    lines.withdrawals -= amountMicros - feeMicros;
    lines.fees -= feeMicros;
  };

  const endPlace = async (tx: Db, lines: Lines, place: Open) => {
    const { purpose, amountMicros } = place;
    if (upTo(3) === 0) {
      await releasePayments(tx, services, { purpose, memberId, details }, { amountMicros, upToMicros: amountMicros });
      available += amountMicros;
      return;
    }
    await captureHold(tx, services, { purpose, memberId, details }, amountMicros);
    lines.places -= amountMicros;
    sold.push(place);
  };

  const refund = async (tx: Db, lines: Lines, { purpose, amountMicros }: Open) => {
    await refundSale(tx, services, { purpose, memberId, details }, amountMicros);
    lines.refunds += amountMicros;
    available += amountMicros;
  };

  return {
    async move(tx: Db, lines: Lines): Promise<void> {
      step += 1;
      const purpose = `test-${memberId}:${step}`;
      const amountMicros = BigInt(1 + upTo(50_000_000));
      const part = 1n + (available * BigInt(upTo(1000))) / 2000n;
      const choice = upTo(8);
      if (choice === 1 && available > 2n) {
        await post(tx, 'correction', purpose, -part);
        lines.corrections -= part;
      } else if (choice === 2) {
        const payments = [{ nodeId: purpose, amountMicros }];
        await receivePayments(tx, services, { purpose, memberId, details }, { payments, upToMicros: amountMicros });
        lines.deposits += amountMicros;
        places.push({ purpose, amountMicros });
      } else if (choice === 3 && available > 2n) {
        const posting = await holdFunds(tx, services, { purpose, memberId, details, amountMicros: part });
        if ('shortOf' in posting) throw new Error('the model has too much money');
        available -= part;
        withdrawals.push({ purpose, amountMicros: part, holdId: posting.ids[0]! });
      } else if (choice === 4 && withdrawals.length > 0) await endWithdrawal(tx, lines, take(withdrawals)!);
      else if (choice === 5 && places.length > 0) await endPlace(tx, lines, take(places)!);
      else if (choice === 6 && sold.length > 0) await refund(tx, lines, take(sold)!);
      else {
        await post(tx, 'accrual', purpose, amountMicros);
        lines.accruals += amountMicros;
      }
    },
  };
}
