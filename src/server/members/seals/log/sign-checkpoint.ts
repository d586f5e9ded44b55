import { logOrigin } from '#domain/seal/log-address.ts';
import { signedNote } from '#domain/seal/log-entry.ts';
import { checkpointText } from '#domain/seal/note.ts';
import { type SealKey, signatureLine } from '../seal-keys.ts';
import type { LogHead } from './write-log.ts';

/** A C2SP checkpoint; its origin is also the name of the key. */
export function signCheckpoint({ publicKey, sign }: SealKey, host: string, { size, root }: LogHead): string {
  const origin = logOrigin(host);
  const text = checkpointText(origin, size, root.toString('base64'));
  return signedNote(text, signatureLine(origin, publicKey, sign(text)));
}
