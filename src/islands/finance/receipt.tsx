import type { ReactNode } from 'react';
import { dismissReceipt, type Withdrawal } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Balance } from '#stores/balance.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ExplorerLink } from './withdrawal.tsx';

type Props = {
  withdrawal: Withdrawal;
  saved: Balance['withdrawal']['saved_destinations'];
  head: ReactNode;
};

/** Once dismissed, the event of the change takes it off the list. */
export function Receipt({ withdrawal, saved, head }: Props) {
  const reader = useReader();
  const { t, language } = reader;
  const { id, destination, state, steps, reason } = withdrawal;
  const form = useForm(dismissReceipt, { inputOf: () => ({ id }), onDone: () => {} });
  const page = path(language, 'withdrawal', { id });
  const endedAt = steps.at(-1)?.at ?? '';
  const isNew = !saved.some((one) => one.destination === destination);
  return (
    <div className="stack tight grow">
      {head}
      <div className="row between">
        <p className="muted grow">
          <time dateTime={endedAt}>{whenOf(endedAt, reader)}</time>
          {reason && ` · ${reason}`}
        </p>
        <Form of={form} action={page}>
          <button
            className="btn plain square"
            name="act"
            value="dismiss"
            aria-label={t('common:close')}
            aria-busy={form.isBusy}
          >
            <Icon name="close" size="small" />
          </button>
        </Form>
      </div>
      <FormNotice of={form} />
      <div className="row plains">
        <Button href={page} variant="plain">
          {t('finance:history.withdrawal')}
        </Button>
        <ExplorerLink withdrawal={withdrawal} variant="plain" />
        {state === 'completed' && isNew && (
          <Button href={`${path(language, 'destinations', { withdrawal: id })}#destination-form`} variant="plain">
            {t('settings:destinations.submit')}
          </Button>
        )}
      </div>
    </div>
  );
}
