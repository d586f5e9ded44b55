import type { listOwnAlerts } from '#contracts/console/alerts.ts';
import type { listPasskeys, listStaffSessions } from '#contracts/console/session.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { FieldErrors } from '#contracts/refused.ts';

export type Passkey = OutputOf<typeof listPasskeys>['items'][number];
export type OwnSession = OutputOf<typeof listStaffSessions>['items'][number];
export type OwnAlert = OutputOf<typeof listOwnAlerts>['items'][number];
export type Message = { kind: 'ok' | 'bad'; text: string };

/** Result of a form sent without scripts. `asksCode`: it needs the second factor. */
export type FormResult = { message?: Message | undefined; errors?: FieldErrors; asksCode?: boolean };

/** For a form with its own code field: the browser posts it to the page. */
export function postToPage<F extends { onSubmit: unknown }>(form: F): F & { onSubmit: () => void } {
  return { ...form, onSubmit: () => {} };
}
