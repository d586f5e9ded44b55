import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** The browser's answer as JSON; nothing when whoever sits there has shown none. Fetched when it is asked for first. */
export async function showPasskey(options: string): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return orNothing(startAuthentication({ optionsJSON: JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON }));
}

export async function makePasskey(options: string): Promise<string | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return orNothing(startRegistration({ optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON }));
}

async function orNothing(answering: Promise<unknown>): Promise<string | undefined> {
  try {
    return JSON.stringify(await answering);
  } catch {
    return undefined;
  }
}
