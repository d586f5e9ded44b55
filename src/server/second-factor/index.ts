export {
  type CreatedPasskey,
  type Passkey,
  passkeyCreation,
  passkeyRequest,
  type ShownPasskey,
  verifyPasskeyCreation,
  verifyPasskeyRequest,
} from './passkeys.ts';
export { findRecoveryCode, hashRecoveryCode, newRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts';
export { seal as sealSecret, unseal as unsealSecret } from '#server/seal.ts';
export { checkTotp, newTotpSecret, totpCode, totpSecretText, totpUri } from './totp.ts';
