import { useEffect, useRef, useState } from 'react';
import type { OutputOf } from '#contracts/contract.ts';
import { renewCalendar } from '#contracts/feed.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Copy } from '#islands/shared/copy.tsx';
import { AskFirst } from '#islands/shared/ask-first.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { start: string | null; onDone: () => void };

export function Subscribe({ start, onDone }: Props) {
  const { t, language } = useReader();
  const section = useRef<HTMLElement>(null);
  const [address, setAddress] = useState(start);
  const [renewals, setRenewals] = useState(0);
  // The pressed button and its dialog are gone by then.
  useEffect(() => {
    if (renewals > 0) section.current?.focus({ preventScroll: true });
  }, [renewals]);
  const showRenewed = ({ address: next }: OutputOf<typeof renewCalendar>) => {
    setAddress(next);
    setRenewals((count) => count + 1);
    onDone();
    showToast(t('feed:calendar.done'));
  };
  const form = useForm(renewCalendar, { inputOf: () => ({}), onDone: showRenewed });
  return (
    <section ref={section} className="card stack tight" id="calendar" tabIndex={-1} aria-labelledby="calendar-title">
      <h2 id="calendar-title">{t('feed:calendar.title')}</h2>
      <p className="hint">{t('feed:calendar.text')}</p>
      {address ? (
        <>
          <p className="mono">{address}</p>
          <div className="row">
            <Copy text={address} label={t('feed:share.copy')} />
            <Button href={address.replace(/^https?/, 'webcal')} icon="calendar-plus" variant="plain">
              {t('feed:calendar.subscribe')}
            </Button>
          </div>
          <AskFirst
            contract={renewCalendar}
            input={{}}
            page={path(language, 'calendarRenewal')}
            label={t('feed:calendar.renew')}
            variant="plain"
            question={t('feed:calendar.ask')}
            text={t('feed:calendar.renew_hint')}
            confirm={t('feed:calendar.renew')}
            onDone={showRenewed}
          />
          <p className="hint">{t('feed:calendar.renew_hint')}</p>
        </>
      ) : (
        <Form of={form} action={`${path(language, 'webinars')}#calendar`}>
          <input type="hidden" name="act" value="calendar" />
          <FormNotice of={form} />
          <Button aria-busy={form.isBusy}>{t('feed:calendar.make')}</Button>
        </Form>
      )}
    </section>
  );
}
