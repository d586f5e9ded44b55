import type * as z from 'zod/mini';
import * as contracts from '#contracts/accruals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { fault } from '#domain/field-faults.ts';
import { DOCUMENT_MAX } from '#domain/history.ts';
import { moneyText } from '#domain/money.ts';
import { isRefused, type Refused, refuse } from '#domain/refusals.ts';
import { writeAudit } from '#server/audit/index.ts';
import type { Services } from '#server/api/services.ts';
import { type Route, route } from '#server/api/route.ts';
import type { LineFault } from './check-lines.ts';
import { postAccruals } from './post-accruals.ts';

export function accrualRoutes(services: Services): Route[] {
  return [route(contracts.postAccruals, (input, { address }) => postForProgram(services, input, address))];
}

type Input = z.output<typeof contracts.postAccruals.input>;

function postForProgram(
  services: Services,
  { batch, lines, labels, dry_run, again }: Input,
  address: string,
): Promise<OutputOf<typeof contracts.postAccruals> | Refused> {
  return services.transaction(async (tx) => {
    const accruals = lines.map(({ source = '', ...line }) => ({ ...line, source }));
    const order = { batch, lines: accruals, labels, dryRun: dry_run ?? false, again };
    const posted = await postAccruals(tx, services, order);
    if (isRefused(posted)) return posted;
    if ('faults' in posted) return refuse('invalid', { fields: fieldsOf(posted.faults) });
    const answer = {
      batch,
      state: posted.state,
      lines: posted.lineCount,
      total: moneyText(posted.totalMicros),
    };
    if (posted.state === 'posted') {
      await writeAudit(tx, services, {
        ...{ actor: 'operator:program', action: 'accruals import', subject: `batch:${batch}` },
        reason: 'posted by a call with the operator’s key',
        ...{ after: { lines: answer.lines, total: answer.total }, address },
      });
    }
    return answer;
  });
}

const FAULTS_SHOWN = 20;

function fieldsOf(faults: LineFault[]): Record<string, string[]> {
  const fieldFaults = faults.slice(0, FAULTS_SHOWN).map(({ line, field, code }) => {
    const params = code === 'too_long' ? { max: DOCUMENT_MAX } : {};
    return [`lines.${line}.${field}`, [fault(code, params)]];
  });
  return Object.fromEntries(fieldFaults) as Record<string, string[]>;
}
