/** What a member's own log holds of their account. Failures are what others may have tried. */
export const SECURITY_EVENTS = [
  'signed-in',
  'signed-in-by-passkey',
  'sign-in-failed',
  'code-failed',
  'password-changed',
  'password-reset',
  'email-asked',
  'email-changed',
  'pin-set',
  'pin-cleared',
  'second-factor-on',
  'second-factor-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'removal-asked',
  'removal-stopped',
  'passkey-added',
  'passkey-removed',
  'destination-new',
  'session-ended',
  'sessions-ended',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];
