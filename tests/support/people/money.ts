import { randomUUID } from 'node:crypto';
import { setPin } from '#contracts/finance.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import type { Result } from '#contracts/call.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { findByLogin } from '#server/members/auth/find-member.ts';
import type { Services } from '#server/api/services.ts';
import { postTransfers } from '#server/ledger/index.ts';
import { type Api, dataOf } from '../app/api.ts';

export { DEMO_PIN } from '#server/operator/seed/cast.ts';
/** A wallet with a valid checksum. */
export const WALLET = 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe';

/** Posts earnings to a member, as the operator's import does. */
export function giveMoney(services: Services, username: string, micros: bigint): Promise<void> {
  return postAccruals(services, username, [{ micros, details: { reason: 'earnings', document: 'test' } }]);
}

type Accrual = { micros: bigint; details: Record<string, string>; kind?: 'accrual' | 'correction' };

/** Posts accruals with given details in one transaction. A correction may be negative. */
export async function postAccruals(services: Services, username: string, accruals: readonly Accrual[]): Promise<void> {
  const member = await findByLogin(services.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  const memberId = member.id;
  const transfers = accruals.map(({ micros, details, kind = 'accrual' }) => ({
    key: `gift:${randomUUID()}`,
    kind,
    memberId,
    details,
    legs: [
      { account: { kind: 'earnings' } as const, amountMicros: -micros },
      { account: { kind: 'available', memberId } as const, amountMicros: micros },
    ],
  }));
  const posting = await services.transaction((tx) => postTransfers(tx, services, transfers));
  if ('shortOf' in posting) throw new Error(`${username} has less than that.`);
}

/** Signs a member in and sets a PIN. */
export async function signInWithPin(api: Api, username: string, pin = '4826'): Promise<string> {
  const { access } = await api.signIn(username);
  dataOf(await api.call(setPin, { pin, pin_repeat: pin, password: DEMO_PASSWORD }, { bearer: access }));
  return access;
}

/** Calls a contract that moves money, with a new uid unless one is given. */
export function moneyCall<C extends Contract>(
  api: Api,
  contract: C,
  input: InputOf<C>,
  { bearer, uid = randomUUID() }: { bearer: string; uid?: string },
): Promise<Result<OutputOf<C>>> {
  return api.call(contract, input, { bearer, uid });
}
