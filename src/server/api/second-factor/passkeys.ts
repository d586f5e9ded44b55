import type { AuthenticatorTransport, PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';

/**
 * What is kept of a passkey. The id is base64url.
 */
export type Passkey = { id: string; publicKey: Buffer; counter: number; transports: string[] };

type PasskeyName = Pick<Passkey, 'id' | 'transports'>;

/**
 * What a browser hands over when it has made a passkey, in base64url.
 */
export type CreatedPasskey = {
  id: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
};

/**
 * What a browser hands over when somebody has shown a passkey, in base64url.
 */
export type ShownPasskey = {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined };
};

type Site = { origin: string; rpId: string };
type Expected = Site & { challenge: string };

/** So long the browser waits for its owner. */
export const CHALLENGE_SECONDS = 5 * 60;
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;
/** EdDSA, ES256, RS256: all browsers and keys can do one of them, Windows on an older TPM only the last. Named, so that every process takes the same. */
const ALGORITHMS = [-8, -7, -257];

/** Where passkeys are made and shown: they are bound to the host. */
export function siteAt(origin: string): Site {
  return { origin, rpId: new URL(origin).hostname };
}

/** A fifth of a second and 26 MB, so not before somebody uses a passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * What a browser needs to make a passkey. It lives on the device with the account's name, and the device asks for its
 * own proof (a finger, a PIN), so that it alone is two factors. `userId` names the account to the device, at most 64
 * bytes, and should say nothing to anybody else; `exclude` are those the account has.
 */
export async function passkeyCreation(of: {
  rpId: string;
  rpName: string;
  userId: Buffer;
  userName: string;
  exclude: readonly PasskeyName[];
}): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID: of.rpId,
    rpName: of.rpName,
    userID: Uint8Array.from(of.userId),
    userName: of.userName,
    userDisplayName: of.userName,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: of.exclude.map(asCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The passkey to keep; nothing when it was made for another challenge or site, or without the device's own proof. */
export async function verifyPasskeyCreation({
  response: { id, response },
  ...expected
}: Expected & { response: CreatedPasskey }): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const transports = response.transports ?? [];
  const whole = { ...response, transports: asTransports(transports) };
  const verified = await orNothing(
    verifyRegistrationResponse({
      ...asExpected(expected),
      response: { ...shell(id), response: whole },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential } = verified.registrationInfo;
  return { id: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter, transports };
}

/** What a browser needs to show a passkey: one of `allow`, or whichever of this site's its owner chooses. */
export async function passkeyRequest(of: {
  rpId: string;
  allow?: readonly PasskeyName[];
}): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: of.rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(of.allow && { allowCredentials: of.allow.map(asCredential) }),
  });
}

/**
 * The counter to keep; nothing when another passkey has signed, or for another challenge or site, or without the
 * device's own proof, or with a counter that has not grown: then there is a copy of the passkey.
 */
export async function verifyPasskeyRequest({
  response: { id, response },
  passkey,
  ...expected
}: Expected & { response: ShownPasskey; passkey: Omit<Passkey, 'transports'> }): Promise<number | undefined> {
  if (id !== passkey.id) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const whole = { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) };
  const verified = await orNothing(
    verifyAuthenticationResponse({
      ...asExpected(expected),
      response: { ...shell(id), response: whole },
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** The parts of a credential that say nothing. */
function shell(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}

function asExpected({ challenge, origin, rpId }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  };
}

function asCredential({ id, transports }: PasskeyName) {
  return { id, transports: asTransports(transports) };
}

/** Browsers pass over those that they do not know. */
function asTransports(transports: readonly string[]): AuthenticatorTransport[] {
  return transports as AuthenticatorTransport[];
}

/** The library throws whatever is wrong with an answer, and what browsers send is not ours to be surprised at. */
async function orNothing<Result>(verifying: Promise<Result>): Promise<Result | undefined> {
  try {
    return await verifying;
  } catch {
    return undefined;
  }
}
