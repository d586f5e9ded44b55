import { useState } from 'react';
import type { Call } from '#contracts/call.ts';
import { chooseOwnAlerts } from '#contracts/console/alerts.ts';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { FormResult, OwnAlert } from './account-props.ts';

type Props = { email: string; alerts: readonly OwnAlert[]; result: FormResult; call: Call };

export function AccountAlerts({ email, alerts, result, call }: Props) {
  const { t } = useReader();
  const [message, setMessage] = useState(result.message);
  const form = useForm<typeof chooseOwnAlerts, Record<string, unknown>>(chooseOwnAlerts, {
    call,
    broken: t('console:act.broken'),
    inputOf: (ticked) => ({ on: alerts.map(({ kind }) => kind).filter((kind) => ticked[kind]) }),
    onDone: () => setMessage({ kind: 'ok', text: t('console:account.alerts_saved') }),
  });
  return (
    <section className="card stack" aria-labelledby="alerts">
      <h2 id="alerts">{t('console:account.alerts')}</h2>
      <p>{t(alerts.length > 0 ? 'console:account.alerts_text' : 'console:account.alerts_none', { email })}</p>
      <div role="status">{message && <Notice kind={message.kind}>{message.text}</Notice>}</div>
      {alerts.length > 0 && (
        <Form of={form} className="stack">
          <FormNotice of={form} />
          <div className="stack tight">
            {alerts.map(({ kind, is_on: isOn }) => (
              <CheckField
                key={kind}
                label={t(`console:alerts.choice.${kind}`)}
                defaultChecked={isOn}
                {...form.field(kind)}
              />
            ))}
          </div>
          <p>
            <Button name="act" value="alerts" aria-busy={form.isBusy || undefined}>
              {t('console:account.alerts_submit')}
            </Button>
          </p>
        </Form>
      )}
    </section>
  );
}
