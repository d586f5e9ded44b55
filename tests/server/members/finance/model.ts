import { isOpen, NEXT_STATES, type WithdrawalState } from '#domain/withdrawal.ts';

type Modelled = { member: string; micros: bigint; state: WithdrawalState };

/** The expected behaviour in the simplest form: numbers in maps, no database. */
export class Model {
  readonly available = new Map<string, bigint>();
  readonly earned = new Map<string, bigint>();
  readonly withdrawals = new Map<string, Modelled>();
  readonly terms: { minimum: bigint; autoApprove: bigint; daily: bigint };

  constructor(terms: Model['terms']) {
    this.terms = terms;
  }

  accrue(member: string, micros: bigint): void {
    this.available.set(member, this.availableOf(member) + micros);
    this.earned.set(member, (this.earned.get(member) ?? 0n) + micros);
  }

  availableOf(member: string): bigint {
    return this.available.get(member) ?? 0n;
  }

  heldOf(member: string): bigint {
    return this.sum(member, ({ state }) => isOpen(state));
  }

  canRequest(member: string, micros: bigint): boolean {
    const today = this.sum(member, ({ state }) => isOpen(state) || state === 'completed');
    return micros >= this.terms.minimum && micros <= this.availableOf(member) && today + micros <= this.terms.daily;
  }

  request(id: string, member: string, micros: bigint): void {
    this.available.set(member, this.availableOf(member) - micros);
    this.withdrawals.set(id, { member, micros, state: micros <= this.terms.autoApprove ? 'approved' : 'requested' });
  }

  /** Moves the withdrawal and returns whether that was allowed. */
  move(id: string, state: WithdrawalState): boolean {
    const withdrawal = this.withdrawals.get(id);
    if (!withdrawal || !NEXT_STATES[withdrawal.state].includes(state)) return false;
    withdrawal.state = state;
    const isBack = state === 'cancelled' || state === 'rejected' || state === 'failed';
    if (isBack) this.available.set(withdrawal.member, this.availableOf(withdrawal.member) + withdrawal.micros);
    return true;
  }

  private sum(member: string, counts: (withdrawal: Modelled) => boolean): bigint {
    return [...this.withdrawals.values()]
      .filter((withdrawal) => withdrawal.member === member && counts(withdrawal))
      .reduce((sum, { micros }) => sum + micros, 0n);
  }
}
