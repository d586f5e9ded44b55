import { type ComponentProps, type SubmitEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#client/call.ts';
import { getExport, getPreparation, type Preparation, prepareExport } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatNumber, formatTime } from '#i18n/format.ts';
import type { Reader, ReaderProps } from '#i18n/reader.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useChanges } from '../use-changes.ts';
import { useReader } from '../use-reader.ts';
import { useWaiting } from '../use-waiting.ts';
import { CloseForm } from './close-form.tsx';
import { FormNotice } from './form-notice.tsx';
import { DATA_TEXTS, type DataText } from './texts.ts';

type Props = ReaderProps<DataText> & {
  preparation: Preparation;
  /** Why the download could not be prepared. */
  notice: string | undefined;
  closing: Omit<ComponentProps<typeof CloseForm>, 'reader'>;
};

/** A member's data: taking it along, and leaving for good. */
export function DataScreen({ preparation, notice, closing, ...props }: Props) {
  const reader = useReader(DATA_TEXTS, props);
  return (
    <>
      <DownloadCard preparation={preparation} notice={notice} reader={reader} />
      <CloseForm {...closing} reader={reader} />
    </>
  );
}

type DownloadCardProps = { preparation: Preparation; notice: string | undefined; reader: Reader<DataText> };

/** Everything that is kept of a member, as a file: at once, or once it has been prepared, which is followed here. */
function DownloadCard({ preparation: start, notice: rendered, reader }: DownloadCardProps) {
  const { t, language, timeZone } = reader;
  const { preparation, setPreparation } = usePreparation(start);
  const [notice, setNotice] = useState(rendered);
  const [isBusy, setBusy] = useState(false);
  const card = useRef<HTMLElement>(null);
  const { state, is_needed: isNeeded, expires_at: until } = preparation;
  const isMaking = state === 'making';
  const prepare = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNotice(undefined);
    const answer = await call(prepareExport);
    setBusy(false);
    if (!answer?.success) return setNotice(answer?.error.detail || t('common:line_broken'));
    flushSync(() => setPreparation(answer.data));
    card.current?.focus();
  };
  return (
    <section ref={card} className="card stack" id="download" tabIndex={-1} aria-labelledby="download-title">
      <h2 id="download-title">{t('settings:data.download.title')}</h2>
      <p className="muted">{t('settings:data.download.lede')}</p>
      <FormNotice text={notice} />
      {state === 'failed' && <Notice kind="bad">{t('settings:data.download.failed')}</Notice>}
      {isMaking && <Progress preparation={preparation} t={t} />}
      {until && (
        <Notice kind="ok">
          {t('settings:data.download.ready', {
            date: formatDate(until, timeZone),
            time: formatTime(until, timeZone),
          })}
        </Notice>
      )}
      <p className="sr" role="status">
        {start.state !== 'ready' && state === 'ready' && t('settings:data.download.ready_short')}
      </p>
      {isNeeded && state === 'none' && <p className="hint">{t('settings:data.download.large')}</p>}
      <form
        className="row"
        method="post"
        action={path(language, 'settingsData')}
        onSubmit={(event) => void prepare(event)}
      >
        <OwnerField owner={reader.owner} />
        {(until || !(isNeeded || isMaking)) && (
          <Button href={getExport.path} variant={until ? 'primary' : undefined} download>
            {t('settings:data.download.submit')}
          </Button>
        )}
        {isMaking && <Button href={path(language, 'settingsData')}>{t('settings:data.download.look')}</Button>}
        {isNeeded && !isMaking && (
          <Button name="act" value="prepare" aria-busy={isBusy}>
            {t(until ? 'settings:data.download.again' : 'settings:data.download.prepare')}
          </Button>
        )}
      </form>
    </section>
  );
}

function Progress({ preparation, t }: { preparation: Preparation; t: Reader<DataText>['t'] }) {
  const { rows_done: done, rows_in_all: all } = preparation;
  return (
    <div className="stack tight">
      <b id="progress-title">{t('settings:data.download.making')}</b>
      <progress max={all} value={done} aria-labelledby="progress-title" />
      <p className="hint">
        {t('settings:data.download.progress', { done: formatNumber(done), all: formatNumber(all) })}
      </p>
    </div>
  );
}

/** Where the making of a member's file stands, followed while it is made and somebody looks at the page. */
function usePreparation(start: Preparation) {
  const [preparation, setPreparation] = useState(start);
  useWaiting(preparation.state === 'making');
  useChanges(['exports'], async () => {
    const answer = await call(getPreparation, {}, { isUnasked: true });
    if (answer?.success) setPreparation(answer.data);
  });
  return { preparation, setPreparation };
}
