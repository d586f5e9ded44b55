/** The expected state of a member's transactions, computed in the simplest way, in whole USDT. */
type Payment = { amount: number; at: number; isConfirmed: boolean };
export type Modelled = {
  id: string;
  price: number;
  expiresAt: number;
  state: string;
  /** `paid` at the node; `known` to Atrium. */
  paid: Payment[];
  known: Payment[];
};

export class Model {
  readonly transactions: Modelled[] = [];

  open(id: string, price: number, now: number): void {
    const expiresAt = now + 3_600_000;
    this.transactions.push({ id, price, expiresAt, state: 'awaiting_payment', paid: [], known: [] });
  }

  get unfinished(): Modelled | undefined {
    return this.transactions.find(({ state }) => !isOver(state));
  }

  look(transaction: Modelled, now: number, isNodeUp: boolean): void {
    if (isNodeUp) transaction.known = transaction.paid.map((payment) => ({ ...payment }));
    if (!isOver(transaction.state)) transaction.state = stateOf(transaction, now);
  }

  cancel(transaction: Modelled): boolean {
    if (isOver(transaction.state) || transaction.state === 'confirming') return false;
    transaction.state = 'cancelled';
    return true;
  }

  balance(): { available: string; held: string } {
    let [available, held] = [0, 0];
    for (const { state, price, known } of this.transactions) {
      const came = known.filter(({ isConfirmed }) => isConfirmed).reduce((sum, { amount }) => sum + amount, 0);
      if (state === 'active') available += came - price;
      else if (state === 'cancelled') available += came;
      else held += came;
    }
    return { available: `${available}.00`, held: `${held}.00` };
  }
}

function isOver(state: string): boolean {
  return state === 'active' || state === 'cancelled';
}

function stateOf({ price, expiresAt, known }: Modelled, now: number): string {
  let [inTime, late, waiting] = [0, 0, 0];
  for (const { amount, at, isConfirmed } of known) {
    if (!isConfirmed) waiting += amount;
    else if (at > expiresAt) late += amount;
    else inTime += amount;
  }
  if (inTime >= price) return 'active';
  if (inTime + late >= price) return 'paid_late';
  if (inTime + late + waiting >= price) return 'confirming';
  if (inTime + late + waiting > 0) return 'underpaid';
  return now >= expiresAt ? 'expired' : 'awaiting_payment';
}
