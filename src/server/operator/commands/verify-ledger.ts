import { type Verification, verifyLedger } from '#server/ledger/verify/verify-ledger.ts';
import { type Command, countOf, type Outcome } from '#server/operator/cli/command.ts';
import { progressBar } from '#server/operator/cli/progress-bar.ts';
import { listFindings } from './list-findings.ts';

export const verifyLedgerCommand: Command = {
  kind: 'reads',
  name: 'ledger verify',
  usage: 'ledger verify [--seal HEX]',
  about: 'Checks that nothing in the ledger was altered, and that a seal you kept elsewhere is in it',
  async run(services, { options }) {
    const { seal } = options;
    if (seal !== undefined && !SEAL.test(seal.trim())) {
      return { refused: `“${seal}” is no seal: a seal is 64 of the characters 0–9 and a–f. Nothing was checked.` };
    }
    const bar = process.stderr.isTTY ? progressBar(process.stderr) : undefined;
    const verification = await verifyLedger(services, {
      keptSeal: seal,
      ...(bar && { onProgress: bar.update }),
    });
    bar?.end();
    return describeResult(verification);
  },
};

const SEAL = /^[0-9a-f]{64}$/i;

function describeResult(verification: Verification): Outcome {
  const { findings, lastSeal, auditEnd, kept } = verification;
  const data = present(verification);
  const end = [
    readSummary(verification),
    auditEnd && `The audit log ends with entry ${auditEnd.number}: ${auditEnd.hash.toString('hex')}`,
    lastSeal && `The last seal is ${lastSeal.number}: ${lastSeal.hash.toString('hex')}`,
  ];
  if (findings.length === 0) {
    return { words: ['The ledger is intact.', kept && describeKept(kept), ...end].filter(Boolean).join('\n'), data };
  }
  const list = listFindings('The ledger is not intact', verification);
  return { wrong: [...list, ...end].filter(Boolean).join('\n'), data };
}

function describeKept({ what, number, at }: NonNullable<Verification['kept']>): string {
  const name = what === 'seal' ? `number ${number}` : `entry ${number} of the audit log,`;
  return `The seal that you kept is ${name} of ${at.toISOString()}.`;
}

function readSummary({ read, durationMs }: Verification): string {
  const { transfers, entries, accounts, withdrawals, transactions, places, batches, seals, audit } = read;
  const seconds = (durationMs / 1000).toFixed(1);
  const parts = [
    `${countOf(transfers, 'transfer')} with ${countOf(entries, 'entry', 'entries')}`,
    countOf(accounts, 'account'),
    countOf(withdrawals, 'withdrawal'),
    countOf(transactions, 'transaction'),
    countOf(places, 'place'),
    countOf(batches, 'batch', 'batches'),
    countOf(seals, 'seal'),
    countOf(audit, 'audit entry', 'audit entries'),
  ];
  return `${parts.join(', ')} in ${seconds} s: ${rowsPerSecond({ read, durationMs })} rows a second.`;
}

function rowsPerSecond({ read, durationMs }: Pick<Verification, 'read' | 'durationMs'>): number {
  const rows = Object.values(read).reduce((sum, count) => sum + count, 0);
  return Math.round(rows / (durationMs / 1000));
}

function present(verification: Verification) {
  const { read, counts, findings, lastSeal, auditEnd, durationMs } = verification;
  return {
    right: findings.length === 0,
    read,
    rows_per_second: rowsPerSecond(verification),
    duration_ms: Math.round(durationMs),
    counts,
    findings,
    last_audit_entry: auditEnd ? { number: auditEnd.number, hash: auditEnd.hash.toString('hex') } : null,
    last_seal: lastSeal ? { number: lastSeal.number, hash: lastSeal.hash.toString('hex') } : null,
  };
}
