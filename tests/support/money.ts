import { randomUUID } from 'node:crypto';
import { setPin } from '#contracts/finance.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import type { Result } from '#contracts/call.ts';
import { DEMO_PASSWORD } from '#server/db/seed/cast.ts';
import { findByLogin } from '#server/auth/find-member.ts';
import type { House } from '#server/house.ts';
import { postTransfers } from '#server/ledger/index.ts';
import { type Api, dataOf } from './api.ts';

export { DEMO_PIN } from '#server/db/seed/finance.ts';
/** A wallet with a right checksum, as a person would paste it. */
export const WALLET = 'TMW46NB7emkS1BTR6i6tKEPEixQFZpoWqe';

/** Gives a member earnings, as the operator’s import does. */
export async function giveMoney(house: House, username: string, micros: bigint): Promise<void> {
  const member = await findByLogin(house.db, username);
  if (!member) throw new Error(`Nobody is called ${username}.`);
  await house.transaction((tx) =>
    postTransfers(tx, house, [
      {
        key: `gift:${randomUUID()}`,
        kind: 'accrual',
        memberId: member.id,
        details: { reason: 'service', document: 'test' },
        legs: [
          { account: { kind: 'earnings' }, amountMicros: -micros },
          { account: { kind: 'available', memberId: member.id }, amountMicros: micros },
        ],
      },
    ]),
  );
}

/** Signs a member in who has a PIN. */
export async function signInWithPin(api: Api, username: string, pin = '4826'): Promise<string> {
  const { access } = await api.signIn(username);
  dataOf(await api.call(setPin, { pin, pin_repeat: pin, password: DEMO_PASSWORD }, { bearer: access }));
  return access;
}

/** A call that moves money; a new uid for each unless one is given. */
export function moneyCall<C extends Contract>(
  api: Api,
  contract: C,
  input: InputOf<C>,
  { bearer, uid = randomUUID() }: { bearer: string; uid?: string },
): Promise<Result<OutputOf<C>>> {
  return api.call(contract, input, { bearer, uid });
}
