import { signIn } from '#contracts/auth.ts';
import { confirmStaff, signInStaff } from '#contracts/console/session.ts';
import { CONSOLE_API, type Contract } from '#contracts/contract.ts';
import type { FieldFault } from '#domain/field-faults.ts';
import type { RefusalCode, Refused } from '#domain/refusals.ts';
import type { Services } from './services.ts';
import type { StaffSession } from './caller.ts';

/** A line for whoever watches the log; neither what was typed nor who it was typed for. */
export function logRefusal(
  { log }: Pick<Services, 'log'>,
  contract: Contract,
  { refused, fields = {} }: Refused,
  who?: StaffSession,
): void {
  const code = [refused, ...Object.values(fields).flat()].find((one) => WATCHED[one]?.(contract));
  if (!code) return;
  log('warn', 'refused', {
    code,
    call: contract.path,
    ability: contract.ability,
    staff: who && `staff:${who.staff.id}`,
  });
}

/** Calls with which somebody shows who they are. */
const SIGN_INS = [signIn.path, signInStaff.path, confirmStaff.path];

type OnCalls = (contract: Contract) => boolean;

const always = () => true;
/** A sign-in at the console has a line of its own, with the number of the account. */
const withoutOwnLine = ({ caller, path }: Contract) => caller !== 'anyone' || !path.startsWith(CONSOLE_API);

/** Codes of somebody who may not do it, is not who they say, or tries too often to be, and the calls where they say so. */
const WATCHED: Record<string, OnCalls> = {
  not_able: always,
  confirmation_required: always,
  signature_invalid: always,
  wrong_credentials: withoutOwnLine,
  passkey_unknown: withoutOwnLine,
  code_wrong: withoutOwnLine,
  // A wrong key; everybody else has only been away for long.
  no_session: ({ caller }) => caller === 'operator',
  too_often: ({ path }) => SIGN_INS.some((one) => path.startsWith(one)),
} satisfies Partial<Record<RefusalCode | FieldFault, OnCalls>>;
