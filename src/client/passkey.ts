import type { InputOf, OutputOf } from '#contracts/contract.ts';
import type { askForPasskey, savePasskey, signInByPasskey } from '#contracts/passkeys.ts';

type Options = OutputOf<typeof askForPasskey>['options'];

/** undefined if the member cancels or has no passkey here. */
export async function showPasskey(options: Options): Promise<InputOf<typeof signInByPasskey>['passkey'] | undefined> {
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { id, response } = await startAuthentication({ optionsJSON: options as never });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) } };
  } catch {
    return undefined;
  }
}

export async function createPasskey(options: Options): Promise<InputOf<typeof savePasskey>['passkey'] | undefined> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const { id, response } = await startRegistration({ optionsJSON: options as never });
    const { clientDataJSON, attestationObject, transports } = response;
    return { id, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
  } catch {
    return undefined;
  }
}
