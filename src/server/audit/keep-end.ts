import { hostname } from 'node:os';
import type { Services } from '#server/api/services.ts';
import { auditHash } from './chain.ts';
import { readEnd } from './read-chain.ts';
import { writeAudit } from './write-audit.ts';

type AuditServices = Pick<Services, 'db' | 'transaction' | 'clock' | 'secrets' | 'log'>;

/** Logs the last hash, to be kept elsewhere. Renews an end made with an older key, so that key can be retired. */
export async function logAuditEnd(services: AuditServices): Promise<void> {
  if ((await makerOfEnd(services)) === 'older key') {
    await services.transaction((tx) =>
      writeAudit(tx, services, {
        ...{ actor: 'platform', action: 'keys changed', subject: '', address: hostname() },
        reason: 'Entries are made with a new key from here on.',
      }),
    );
  }
  const end = await readEnd(services.db);
  if (!end) return;
  const { number, hash } = end.entry;
  services.log('info', 'audit log', { number, hash: hash?.toString('hex') });
}

/** True when the newest key alone proves all entries. */
export async function isAuditEndByNewest(services: Pick<Services, 'db' | 'secrets'>): Promise<boolean> {
  return ['newest key', 'nobody yet'].includes(await makerOfEnd(services));
}

/** Don't append after an end made with an unknown key: that would make it look valid. */
async function makerOfEnd({ db, secrets }: Pick<Services, 'db' | 'secrets'>) {
  const end = await readEnd(db);
  if (!end) return 'nobody yet';
  const index = secrets.audit.inUse.findIndex((key) =>
    auditHash(key, end.previous, end.entry).equals(end.entry.hash ?? Buffer.alloc(0)),
  );
  if (index < 0) return 'somebody else';
  return index === 0 ? 'newest key' : 'older key';
}
