import type { listPasskeys, listStaffSessions } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { FieldErrors } from '#contracts/refused.ts';

export type Passkey = OutputOf<typeof listPasskeys>['items'][number];
export type OwnSession = OutputOf<typeof listStaffSessions>['items'][number];
export type Said = { kind: 'ok' | 'bad'; text: string };

/** What came of a form that was sent without a script; `asksCode` when it needs the second factor first. */
export type Sent = { said?: Said | undefined; errors?: FieldErrors; asksCode?: boolean };

/** With the code in the form itself the page takes it. */
export function sentByPage<F extends { onSubmit: unknown }>(form: F): F & { onSubmit: () => void } {
  return { ...form, onSubmit: () => {} };
}
