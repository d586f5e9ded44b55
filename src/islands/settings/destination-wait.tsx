import type { OutputOf } from '#contracts/contract.ts';
import { switchDestinationWait } from '#contracts/destinations.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatTime } from '#i18n/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ChangeProof } from '#islands/shared/change-proof.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';

type Props = {
  wait: OutputOf<typeof switchDestinationWait>;
  uid: string;
  onSwitched: () => void;
};

/** Switching off needs a proof, so it has its own page. */
export function DestinationWait({ wait, uid, onSwitched }: Props) {
  const { t, language, timeZone } = useReader();
  const { is_on: isOn, ends_at: endsAt } = wait;
  const form = useForm(switchDestinationWait, { uid, inputOf: () => ({ to: 'on' }), onDone: onSwitched });
  return (
    <section className="card stack">
      <div className="row between">
        <h2>{t('settings:destinations.wait')}</h2>
        {isOn && <Badge kind="ok">{t('settings:destinations.wait_badge')}</Badge>}
      </div>
      {endsAt && (
        <Notice kind="warn">
          {t('settings:destinations.wait_ends', {
            date: formatDate(endsAt, timeZone),
            time: formatTime(endsAt, timeZone),
          })}
        </Notice>
      )}
      <p className="hint">{t('settings:destinations.wait_lede')}</p>
      <FormNotice of={form} />
      {isOn && !endsAt ? (
        <div className="row">
          <Button href={path(language, 'destinationWait')} variant="bad">
            {t('settings:destinations.wait_off')}
          </Button>
        </div>
      ) : (
        <Form of={form} className="row" action={path(language, 'destinations')}>
          <Button name="act" value="wait" icon="shield" aria-busy={form.isBusy}>
            {t(endsAt ? 'settings:destinations.wait_keep' : 'settings:destinations.wait_on')}
          </Button>
        </Form>
      )}
    </section>
  );
}

type OffProps = { proof: 'code' | 'pin'; uid: string; rendered: Rendered };

/** Switching off takes a day and needs a proof. */
export const WaitOffForm = withReader(function WaitOffForm({ proof, uid, rendered }: OffProps) {
  const { t, language } = useReader();
  const form = useForm(switchDestinationWait, {
    rendered,
    uid,
    inputOf: (values) => ({ ...values, to: 'off' }),
    onDone: () => location.assign(path(language, 'destinations', { done: 'wait-off' })),
  });
  return (
    <Form of={form} className="card stack form" action={path(language, 'destinationWait')} autoComplete="off">
      <FormNotice of={form} />
      <p>{t('settings:destinations.wait_off_lede')}</p>
      <ChangeProof by={proof} field={form.field} />
      <Button variant="bad" block aria-busy={form.isBusy}>
        {t('settings:destinations.wait_off')}
      </Button>
    </Form>
  );
});
