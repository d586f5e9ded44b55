import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getBalance } from '#contracts/finance.ts';
import { cancelTransaction, getTransaction, recreateTransaction, type Transaction } from '#contracts/transactions.ts';
import { seededRandom } from '#server/operator/seed/seeded-random.ts';
import { reconcileTransaction } from '#server/members/transactions/index.ts';
import { dataOf, refusalOf } from '../../../support/app/api.ts';
import { openMarket } from '../../../support/people/buy.ts';
import { everyday } from '../../../support/everyday.ts';
import { brokenInvariants } from '../../../support/db/invariants.ts';
import { peopleBelow } from '../../../support/people/people.ts';
import { treeFaults } from '../places/tree.ts';
import { Model } from './model.ts';

const SEEDS = Number(process.env['HISTORIES'] ?? everyday(50, 1_000));
const FIRST_SEED = Number(process.env['SEED'] ?? 1);
const EVENTS = 25;
const PLANS = ['licenses-1', 'licenses-2', 'turbo-1', 'turbo-2', 'fast-money-1', 'dreamx-1'];
const MINUTE = 60;

const market = await openMarket({ people: peopleBelow('anna', SEEDS, seededRandom(FIRST_SEED)) });
const { api, clock, services, state: simulator, bearerOf } = market;
const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index);

test.each(seeds)('random payments, cancellations, hours and silences agree with the model (seed %i)', async (seed) => {
  const random = seededRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const username = `p${seed - FIRST_SEED + 1}`;
  const model = new Model();
  const told: string[] = [];
  const now = () => clock.now().getTime();
  const call = async () => ({ bearer: await bearerOf(username), uid: randomUUID() });
  let isNodeUp = true;

  const events: Record<string, () => Promise<unknown>> = {
    async request() {
      const answer = await market.ask(username, pick(PLANS));
      if (answer.success) {
        const { id, price } = answer.data as Transaction;
        expect(model.unfinished).toBeUndefined();
        model.open(id, Number(price), now());
      } else if (model.unfinished) {
        expect(['unfinished_transaction', 'previous_plan_required', 'already_bought']).toContain(refusalOf(answer));
      }
      return refusalOf(answer);
    },
    async pay() {
      const transaction = pick(model.transactions);
      const isKnownToNode =
        transaction && simulator.listPaymentRequests().some(({ request }) => request.id === transaction.id);
      if (!transaction || !isKnownToNode || transaction.paid.length > 20) return 'nothing to pay';
      const payment = {
        amount: pick([1, 10, transaction.price, transaction.price - 1, transaction.price * 2]),
        at: now(),
        isConfirmed: random() < 0.7,
      };
      transaction.paid.push(payment);
      simulator.pay(transaction.id, { ...payment, amount: `${payment.amount}.00`, at: clock.now() });
      return payment;
    },
    async confirm() {
      const transaction = pick(model.transactions);
      if (!transaction) return 'nothing to confirm';
      for (const payment of transaction.paid) payment.isConfirmed = true;
      simulator.confirm(transaction.id);
      return transaction.id;
    },
    async look() {
      const transaction = pick(model.transactions);
      if (!transaction) return 'nothing to look at';
      const looks = Array.from({ length: pick([1, 1, 3]) }, () =>
        reconcileTransaction(services, { transactionId: transaction.id }),
      );
      await Promise.all(looks);
      model.look(transaction, now(), isNodeUp);
      return transaction.state;
    },
    async cancel() {
      const transaction = pick(model.transactions);
      if (!transaction) return 'nothing to cancel';
      const wasCancelled = transaction.state === 'cancelled';
      const may = model.cancel(transaction) || wasCancelled;
      const answer = await api.call(cancelTransaction, { id: transaction.id }, await call());
      expect(refusalOf(answer), told.join('\n')).toBe(may ? 'done' : 'transaction_moved_on');
      return refusalOf(answer);
    },
    async recreate() {
      const transaction = model.unfinished;
      if (!transaction) return 'nothing to make again';
      const answer = await api.call(recreateTransaction, { id: transaction.id }, await call());
      expect(refusalOf(answer), told.join('\n')).toBe(model.cancel(transaction) ? 'done' : 'transaction_moved_on');
      if (answer.success) model.open(answer.data.id, Number(answer.data.price), now());
      return refusalOf(answer);
    },
    async wait() {
      const minutes = pick([1, 30, 59, 61, 60 * 30]);
      clock.advance(minutes * MINUTE);
      return minutes;
    },
    async node() {
      isNodeUp = !isNodeUp;
      simulator.turn({ failureMode: isNodeUp ? 'well' : pick(['down', 'nonsense', 'redirect']) });
      return isNodeUp;
    },
  };

  for (let event = 0; event < EVENTS; event += 1) {
    const name = pick([
      'request',
      'request',
      'pay',
      'pay',
      'confirm',
      'look',
      'look',
      'look',
      'cancel',
      'recreate',
      'wait',
      'node',
    ]);
    told.push(`${name}: ${JSON.stringify(await events[name]?.())}`);
  }
  simulator.turn({ failureMode: 'well' });
  isNodeUp = true;
  for (const transaction of model.transactions) {
    await reconcileTransaction(services, { transactionId: transaction.id });
    model.look(transaction, now(), true);
    const seen = dataOf(await api.call(getTransaction, { id: transaction.id }, await call()));
    expect(seen.state, told.join('\n')).toBe(transaction.state);
    expect(seen.place !== null).toBe(seen.state === 'active');
  }
  const { available, held } = dataOf(await api.call(getBalance, {}, await call()));
  expect({ available, held }, told.join('\n')).toEqual(model.balance());
});

test('and after all of them the ledger and the trees are sound', async () => {
  expect(await brokenInvariants(services.db)).toEqual([]);
  expect(await treeFaults(services.db)).toEqual([]);
});
