import { createHash } from 'node:crypto';
import { recogniseDestination } from '#domain/destination.ts';
import type { Services } from '#server/api/services.ts';

export function recogniseFor({ config }: Pick<Services, 'config'>, destination: string) {
  return recogniseDestination(destination, config.withdrawals.nodeIdPattern, sha256);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
