import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { renewCalendar } from '#contracts/feed.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Question } from '#components/ui/question.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { start: string | null; onDone: () => void };

/** The private address that brings every webinar into a calendar by itself. Another one is asked about first. */
export function Subscribe({ start, onDone }: Props) {
  const { t, language, owner } = useReader();
  const section = useRef<HTMLElement>(null);
  const [address, setAddress] = useState(start);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [renewals, setRenewals] = useState(0);
  // What was pressed is gone by then, and so is the question over it.
  useEffect(() => {
    if (renewals > 0) section.current?.focus({ preventScroll: true });
  }, [renewals]);
  const renew = async () => {
    if (isBusy) return;
    setBusy(true);
    setFault(undefined);
    const answer = await call(renewCalendar);
    setBusy(false);
    if (!answer?.success) return setFault(answer?.error.detail || t('common:line_broken'));
    setAsking(false);
    setAddress(answer.data.address);
    setRenewals((count) => count + 1);
    onDone();
    showToast(t('feed:calendar.done'));
  };
  const notice = fault && <Notice kind="bad">{fault}</Notice>;
  const make = (event: SubmitEvent) => {
    event.preventDefault();
    void renew();
  };
  const ask = (event: SubmitEvent) => {
    event.preventDefault();
    setFault(undefined);
    setAsking(true);
  };
  return (
    <section ref={section} className="card stack tight" id="calendar" tabIndex={-1} aria-labelledby="calendar-title">
      <h2 id="calendar-title">{t('feed:calendar.title')}</h2>
      <p className="hint">{t('feed:calendar.text')}</p>
      {address ? (
        <>
          <p className="mono">{address}</p>
          <div className="row">
            <CopyButton
              text={address}
              label={t('feed:share.copy')}
              texts={{ copied: t('common:frame.copied'), byHand: t('common:frame.copy_by_hand') }}
            />
            <Button href={address.replace(/^https?/, 'webcal')} icon="calendar-plus" variant="plain">
              {t('feed:calendar.subscribe')}
            </Button>
          </div>
          <form action={path(language, 'calendarRenewal')} onSubmit={ask}>
            <Button variant="plain">{t('feed:calendar.renew')}</Button>
          </form>
          <p className="hint">{t('feed:calendar.renew_hint')}</p>
        </>
      ) : (
        <form method="post" action={`${path(language, 'webinars')}#calendar`} onSubmit={make}>
          <OwnerField owner={owner} />
          <input type="hidden" name="act" value="calendar" />
          {notice}
          <Button aria-busy={isBusy}>{t('feed:calendar.make')}</Button>
        </form>
      )}
      {isAsking && (
        <Question
          title={t('feed:calendar.ask')}
          text={t('feed:calendar.renew_hint')}
          confirm={t('feed:calendar.renew')}
          keep={t('common:keep')}
          isBusy={isBusy}
          notice={notice}
          onConfirm={() => void renew()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
