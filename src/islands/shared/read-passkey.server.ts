import type { InputOf } from '#contracts/contract.ts';
import { shownPasskey, type signInByPasskey } from '#contracts/passkeys.ts';

export function readPasskey(text: string): InputOf<typeof signInByPasskey>['passkey'] | undefined {
  try {
    return shownPasskey.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
