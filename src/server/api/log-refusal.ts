import { signIn } from '#contracts/auth.ts';
import { confirmStaff, signInStaff } from '#contracts/console/session.ts';
import { CONSOLE_API, type Contract } from '#contracts/contract.ts';
import type { FieldFault } from '#domain/field-faults.ts';
import type { RefusalCode, Refused } from '#domain/refusals.ts';
import type { Services } from './services.ts';
import type { StaffSession } from './caller.ts';

/** Never logs what was typed, nor the account it was typed for. */
export function logRefusal(
  { log }: Pick<Services, 'log'>,
  contract: Contract,
  { refused, fields = {} }: Refused,
  staffSession?: StaffSession,
): void {
  const code = [refused, ...Object.values(fields).flat()].find((name) => WATCHED[name]?.(contract));
  if (!code) return;
  log('warn', 'refused', {
    code,
    call: contract.path,
    ability: contract.ability,
    staff: staffSession && `staff:${staffSession.staff.id}`,
  });
}

const SIGN_INS = [signIn.path, signInStaff.path, confirmStaff.path];

type OnCalls = (contract: Contract) => boolean;

const always = () => true;
/** The console logs its own failed sign-ins with the account’s number. */
const withoutOwnLine = ({ caller, path }: Contract) => caller !== 'anyone' || !path.startsWith(CONSOLE_API);

const WATCHED: Record<string, OnCalls> = {
  not_able: always,
  confirmation_required: always,
  signature_invalid: always,
  wrong_credentials: withoutOwnLine,
  passkey_unknown: withoutOwnLine,
  code_wrong: withoutOwnLine,
  // Operators have keys, so theirs is wrong; others’ sessions just expired.
  no_session: ({ caller }) => caller === 'operator',
  too_often: ({ path }) => SIGN_INS.some((one) => path.startsWith(one)),
} satisfies Partial<Record<RefusalCode | FieldFault, OnCalls>>;
