import type { MailKind } from './mails.ts';

/** What was added or changed in this time may be a thief's. */
export const RECENT_SECONDS = 72 * 60 * 60;

/**
 * What a rescue does with one thing. `ends`: all of it is void. `takes back`: what is recent is removed, and what it
 * replaced is restored. `asks`: recent ones are removed unless the reset form keeps them. `holds`: nothing moves until
 * the owner goes on. `stays`: it is left alone.
 */
type Deed = 'ends' | 'takes back' | 'asks' | 'holds' | 'stays';

/** `notMe` is the link “This wasn’t me”, `reset` a password reset by e-mail, `mails` tell the owner and have the link. */
type Rescue = { notMe: Deed; reset: Deed; mails: readonly MailKind[] };

/** Everything that somebody in a stolen session can set up, and what a rescue does about it. */
export const RESCUE = {
  session: { notMe: 'ends', reset: 'ends', mails: ['new-device'] },
  'known browser': { notMe: 'ends', reset: 'ends', mails: ['new-device'] },
  password: { notMe: 'holds', reset: 'ends', mails: ['password-changed'] },
  passkey: { notMe: 'takes back', reset: 'asks', mails: ['passkey-added', 'passkey-removed'] },
  app: { notMe: 'takes back', reset: 'asks', mails: ['second-factor-on', 'second-factor-off'] },
  // They open nothing without the password.
  'recovery codes': { notMe: 'takes back', reset: 'stays', mails: ['recovery-codes-renewed'] },
  // Withdrawals rest after a reset, so a thief's PIN pays nothing out before the owner is back.
  pin: { notMe: 'takes back', reset: 'stays', mails: ['pin-set'] },
  destination: { notMe: 'takes back', reset: 'stays', mails: ['destination-saved'] },
  'end of the wait': { notMe: 'takes back', reset: 'stays', mails: ['destination-wait-off'] },
  'new e-mail': { notMe: 'ends', reset: 'ends', mails: ['email-changing'] },
  // Only support lifts the pause then: a reset would be mailed to the thief.
  'changed e-mail': { notMe: 'holds', reset: 'stays', mails: ['email-changed'] },
  withdrawal: { notMe: 'holds', reset: 'stays', mails: ['withdrawal-requested'] },
  // It shows webinars only, but its address may have been copied.
  'calendar address': { notMe: 'ends', reset: 'stays', mails: [] },
  // A download asks for the password again.
  'data export': { notMe: 'ends', reset: 'stays', mails: ['data-asked'] },
  // Support was asked in the owner's name; its e-mail has a link of its own.
  'removal of the second factor': { notMe: 'ends', reset: 'stays', mails: [] },
} as const satisfies Record<string, Rescue>;

export type RescueName = keyof typeof RESCUE;

/** What “This wasn’t me” names in its answer, its e-mail and the security log. */
export const TAKEN_BACK = [
  ...(['passkey', 'app', 'app_restored', 'recovery_codes', 'pin', 'destination', 'wait'] as const),
  ...(['email', 'calendar', 'export', 'removal'] as const),
] as const;

/** `name` is that of the passkey or destination, or the new e-mail address. */
export type TakenBack = { kind: (typeof TAKEN_BACK)[number]; name?: string | undefined };

/** What a notice keeps of it. */
export function takenBackAbout(taken: readonly TakenBack[]): string {
  return JSON.stringify(taken);
}

/** The same, read back; empty for a notice of before. */
export function readTakenBack(about: string | null): TakenBack[] {
  return about ? (JSON.parse(about) as TakenBack[]) : [];
}
