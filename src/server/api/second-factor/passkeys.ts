import type { AuthenticatorTransport, PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';

/** `id` is base64url. */
export type Passkey = { id: string; publicKey: Buffer; counter: number; transports: string[] };

type PasskeyName = Pick<Passkey, 'id' | 'transports'>;

/** All base64url. */
export type CreatedPasskey = {
  id: string;
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
};

export type ShownPasskey = {
  id: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | undefined };
};

type Site = { origin: string; rpId: string };
type Expected = Site & { challenge: string };

export const CHALLENGE_SECONDS = 5 * 60;
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;
/** EdDSA, ES256, RS256. Windows with an older TPM supports only RS256. */
const ALGORITHMS = [-8, -7, -257];

export function siteAt(origin: string): Site {
  return { origin, rpId: new URL(origin).hostname };
}

/** Loading takes 200 ms and 26 MB, so it waits for the first use. */
const loadLibrary = () => import('@simplewebauthn/server');

/** A passkey alone is two factors, since the device checks its owner. `userId`: at most 64 bytes, not personal. */
export async function passkeyCreation(options: {
  rpId: string;
  rpName: string;
  userId: Buffer;
  userName: string;
  exclude: readonly PasskeyName[];
}): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadLibrary();
  return generateRegistrationOptions({
    rpID: options.rpId,
    rpName: options.rpName,
    userID: Uint8Array.from(options.userId),
    userName: options.userName,
    userDisplayName: options.userName,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: options.exclude.map(asCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** Undefined for another challenge or site, or if the device didn’t check its owner. */
export async function verifyPasskeyCreation({
  response: { id, response },
  ...expected
}: Expected & { response: CreatedPasskey }): Promise<Passkey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const transports = response.transports ?? [];
  const fullResponse = { ...response, transports: asTransports(transports) };
  const verified = await orNothing(
    verifyRegistrationResponse({
      ...asExpected(expected),
      response: { ...shell(id), response: fullResponse },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) return undefined;
  const { credential } = verified.registrationInfo;
  return { id: credential.id, publicKey: Buffer.from(credential.publicKey), counter: credential.counter, transports };
}

export async function passkeyRequest(options: {
  rpId: string;
  allow?: readonly PasskeyName[];
}): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary();
  return generateAuthenticationOptions({
    rpID: options.rpId,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    ...(options.allow && { allowCredentials: options.allow.map(asCredential) }),
  });
}

/** Returns the new counter. Undefined also if the counter didn’t grow: the passkey was copied. */
export async function verifyPasskeyRequest({
  response: { id, response },
  passkey,
  ...expected
}: Expected & { response: ShownPasskey; passkey: Omit<Passkey, 'transports'> }): Promise<number | undefined> {
  if (id !== passkey.id) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const fullResponse = {
    clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle !== undefined && { userHandle }),
  };
  const verified = await orNothing(
    verifyAuthenticationResponse({
      ...asExpected(expected),
      response: { ...shell(id), response: fullResponse },
      credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
    }),
  );
  return verified?.verified ? verified.authenticationInfo.newCounter : undefined;
}

/** Constant fields that the library expects. */
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

/** Browsers ignore unknown values. */
function asTransports(transports: readonly string[]): AuthenticatorTransport[] {
  return transports as AuthenticatorTransport[];
}

/** The library throws on any invalid response. */
async function orNothing<Result>(verifying: Promise<Result>): Promise<Result | undefined> {
  try {
    return await verifying;
  } catch {
    return undefined;
  }
}
