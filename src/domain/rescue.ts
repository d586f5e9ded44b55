import type { MailKind } from './mails.ts';

/** Changes within this time may be a thief's. */
export const RECENT_SECONDS = 72 * 60 * 60;

/**
 * `ends`: all end; `takes back`: recent ones are removed and what they replaced is restored; `asks`: recent ones
 * are removed unless the form keeps them; `holds`: nothing moves until the owner continues; `stays`: no change.
 */
type Deed = 'ends' | 'takes back' | 'asks' | 'holds' | 'stays';

/** `notMe`: link “This wasn’t me”; `reset`: password reset by e-mail; `mails`: e-mails with the link. */
type Rescue = { notMe: Deed; reset: Deed; mails: readonly MailKind[] };

export const RESCUE = {
  session: { notMe: 'ends', reset: 'ends', mails: ['new-device'] },
  'known browser': { notMe: 'ends', reset: 'ends', mails: ['new-device'] },
  password: { notMe: 'holds', reset: 'ends', mails: ['password-changed'] },
  passkey: { notMe: 'takes back', reset: 'asks', mails: ['passkey-added', 'passkey-removed'] },
  app: { notMe: 'takes back', reset: 'asks', mails: ['second-factor-on', 'second-factor-off'] },
  // They need the password.
  'recovery codes': { notMe: 'takes back', reset: 'stays', mails: ['recovery-codes-renewed'] },
  // A reset pauses withdrawals, so a thief's PIN pays nothing out before the owner is back.
  pin: { notMe: 'takes back', reset: 'stays', mails: ['pin-set'] },
  destination: { notMe: 'takes back', reset: 'stays', mails: ['destination-saved'] },
  'end of the wait': { notMe: 'takes back', reset: 'stays', mails: ['destination-wait-off'] },
  'new e-mail': { notMe: 'ends', reset: 'ends', mails: ['email-changing'] },
  // Only support lifts the pause: a reset would be mailed to the thief.
  'changed e-mail': { notMe: 'holds', reset: 'stays', mails: ['email-changed'] },
  withdrawal: { notMe: 'holds', reset: 'stays', mails: ['withdrawal-requested'] },
  // It shows webinars only, but the address may have been copied.
  'calendar address': { notMe: 'ends', reset: 'stays', mails: [] },
  // A download asks for the password again.
  'data export': { notMe: 'ends', reset: 'stays', mails: ['data-asked'] },
  // Support was asked in the owner's name; that e-mail has its own link.
  'removal of the second factor': { notMe: 'ends', reset: 'stays', mails: [] },
} as const satisfies Record<string, Rescue>;

export type RescueName = keyof typeof RESCUE;

export const TAKEN_BACK = [
  ...(['passkey', 'app', 'app_restored', 'recovery_codes', 'pin', 'destination', 'wait'] as const),
  ...(['email', 'calendar', 'export', 'removal'] as const),
] as const;

/** `name`: of the passkey or destination, or the new e-mail address. */
export type TakenBack = { kind: (typeof TAKEN_BACK)[number]; name?: string | undefined };

export function takenBackAbout(taken: readonly TakenBack[]): string {
  return JSON.stringify(taken);
}

export function readTakenBack(about: string | null): TakenBack[] {
  return about ? (JSON.parse(about) as TakenBack[]) : [];
}
