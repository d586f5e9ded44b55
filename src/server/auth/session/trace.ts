import { addressRange } from '#server/http/address-range.ts';
import type { Caller } from '#server/http/caller.ts';
import { deviceOf } from './device.ts';

/** What a session keeps of its last sign of life, so that its owner knows it again. */
export function traceOf({ address, userAgent }: Pick<Caller, 'address' | 'userAgent'>) {
  return { device: deviceOf(userAgent), addressRange: addressRange(address) };
}
