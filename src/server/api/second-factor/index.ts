export {
  CHALLENGE_SECONDS,
  passkeyCreation,
  passkeyRequest,
  siteAt,
  verifyPasskeyCreation,
  verifyPasskeyRequest,
} from './passkeys.ts';
export { findRecoveryCode, hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
export { checkTotp, newTotpSecret, totpCode, totpSecretText, totpUri } from './totp.ts';
