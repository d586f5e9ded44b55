import { isAuditAmount, isAuditField, isAuditValue, readAction } from '#domain/audit-words.ts';
import type { Translate } from '#i18n/translator.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';

/** An action in words; its tooltip is the name of the command. Actions of older versions stay as they are. */
export function ActionText({ action }: { action: string }) {
  const { t } = useReader();
  return <span title={action}>{actionText(action, t)}</span>;
}

export function actionText(action: string, t: Translate): string {
  const known = readAction(action);
  if (!known) return action;
  const text = t(`console:log.actions.${known.action}`);
  return known.stage ? t(`console:log.stages.${known.stage}`, { action: text }) : text;
}

/** Recorded values, one a line. */
export function AuditValues({ values }: { values: Record<string, unknown> | null }) {
  const reader = useReader();
  const { t } = reader;
  return Object.entries(values ?? {}).map(([name, value]) => (
    <div key={name}>
      {isAuditField(name) ? t(`console:log.fields.${name}`) : name}:{' '}
      {isAuditAmount(name, value) ? amountText(value, reader) : valueText(value, t)}
    </div>
  ));
}

function valueText(value: unknown, t: Translate): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isAuditValue(text) ? t(`console:log.values.${text}`) : text;
}
