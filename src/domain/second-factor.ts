/** A code of an authenticator app or a recovery code, with the spaces and hyphens that people type. */
export const CODE_MAX = 32;
export const PASSKEY_NAME_MAX = 60;
export const MAX_PASSKEYS = 20;
