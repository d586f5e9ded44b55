import type { ConsoleWebhook } from '#contracts/console/alerts.ts';
import { WEBHOOK_STATES } from '#domain/staff-alerts.ts';
import { whenOf } from '#i18n/reader.ts';
import { insertTest } from '#server/operator/alerts/index.ts';
import type { Command } from '#server/operator/cli/command.ts';
import { pageOutcome, readPage, readStateFilter } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listAlertWebhooks: Command = {
  kind: 'reads',
  name: 'alerts list',
  usage: 'alerts list [--state STATE] [--after CURSOR] [--limit 1–200]',
  about: `Webhooks of the last 30 days, newest first; states: ${WEBHOOK_STATES.join(', ')}`,
  async run(services, { options }) {
    const filter = readStateFilter(options, WEBHOOK_STATES);
    if ('refused' in filter) return filter;
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listWebhooks(services, { ...filter, ...place });
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'No such webhooks.',
    });
  },
};

function line({ id, kind, state, attempts, ...row }: ConsoleWebhook, timeZone: string): string {
  const answer = String(row.status ?? row.error ?? '');
  return [id, kind.padEnd(10), state.padEnd(9), attempts, whenOf(row.created_at, { timeZone }), answer]
    .join(' ')
    .trim();
}

export const testAlerts: Command = {
  kind: 'changes',
  name: 'alerts test',
  usage: 'alerts test --why TEXT',
  about: 'Sends one test webhook to STAFF_WEBHOOK_URL',
  async run(services, _, tx) {
    if (!services.config.alerts.webhookUrl) return { refused: 'STAFF_WEBHOOK_URL is not set.' };
    const { id } = await insertTest(tx, services);
    return {
      words: `The running app sends ${id} within a minute. See its answer with: alerts list`,
      ...{ data: { id }, subject: `webhook:${id}` },
    };
  },
};
