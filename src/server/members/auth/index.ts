export {
  hashAnew,
  hashPassword,
  isCommonPassword,
  isPassword,
  makeDummyHash,
  provePassword,
  setPassword,
  TooManyHashes,
} from './password.ts';
export { formerUsernameHashes, insertSignUp, retireUsername } from './pending-sign-ups.ts';
export { isPageOwner, nameOfOwner, type Owner, pageOwner } from './page-owner.ts';
export { hasFactor, proveFactor, proveOwner } from './second-factor/prove-factor.ts';
export { takeBackFactor } from './second-factor/former-factor.ts';
export { dropPasskeysSince } from './second-factor/passkeys.ts';
export { readFactor } from './second-factor/read-factor.ts';
export { carryOutRemoval, requestFactorRemoval } from './second-factor/remove-factor.ts';
export { usePasskey } from './second-factor/use-passkey.ts';
export { CORRECTABLE_SECONDS } from './correct-sign-up.ts';
export { PENDING_SIGN_IN_SECONDS } from './sign-in-by-code.ts';
export { newRefCode } from './activate.ts';
export { answerLinkRequest } from './request-link.ts';
export { authRoutes } from './routes.ts';
export { ACCESS_SECONDS, REFRESH_SECONDS } from './session/tokens.ts';
export {
  endAllSessions,
  endOtherSessions,
  endOwnSession,
  lastSeenAt,
  livingSessions,
  readSession,
} from './session/index.ts';
export { botCheckFailed, spendBotCheck, verifyBotCheck } from './bot-check.ts';
export { knownDevice, rememberAccount } from './known-device.ts';
export { isStillMember } from './find-member.ts';
export { findLink, findLinkOwner, type FoundLink, useLinks } from './use-link.ts';
