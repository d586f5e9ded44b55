import { type ComponentProps, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#client/call.ts';
import { getExport, getPreparation, type Preparation } from '#contracts/data.ts';
import { path } from '#domain/paths.ts';
import { formatDate, formatNumber, formatTime } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { useWaiting } from '#islands/shared/use-waiting.ts';
import { CloseForm } from './close-form.tsx';
import { DownloadForm } from './download-form.tsx';
import type { Rendered } from '#islands/shared/use-form.ts';

type Props = {
  preparation: Preparation;
  opening: Rendered;
  closing: ComponentProps<typeof CloseForm>;
};

export const DataScreen = withReader(function DataScreen({ preparation, opening, closing }: Props) {
  const { asksCode, username } = closing;
  return (
    <div className="stack halves">
      <DownloadCard {...{ preparation, opening, asksCode, username }} />
      <CloseForm {...closing} />
    </div>
  );
});

type DownloadCardProps = {
  preparation: Preparation;
  opening: Rendered;
  asksCode: boolean;
  username: string;
};

function DownloadCard({ preparation: start, opening, asksCode, username }: DownloadCardProps) {
  const { t, language, timeZone } = useReader();
  const { preparation, setPreparation } = usePreparation(start);
  const card = useRef<HTMLElement>(null);
  const { state, is_needed: isNeeded, expires_at: until, open_until: openUntil } = preparation;
  const isMaking = state === 'making';
  const canDownload = openUntil !== null && (until !== null || !(isNeeded || isMaking));
  return (
    <section ref={card} className="card stack" id="download" tabIndex={-1} aria-labelledby="download-title">
      <h2 id="download-title">{t('settings:data.download.title')}</h2>
      <p className="muted">{t('settings:data.download.lede')}</p>
      {state === 'failed' && <Notice kind="bad">{t('settings:data.download.failed')}</Notice>}
      {isMaking && <Progress preparation={preparation} />}
      {until && (
        <Notice kind="ok">
          {t('settings:data.download.ready', {
            date: formatDate(until, timeZone),
            time: formatTime(until, timeZone),
          })}
        </Notice>
      )}
      <p className="hidden-text" role="status">
        {start.state !== 'ready' && state === 'ready' && t('settings:data.download.ready_short')}
      </p>
      {isNeeded && state === 'none' && <p className="hint">{t('settings:data.download.large')}</p>}
      {canDownload && (
        <>
          <div className="row">
            <Button href={getExport.path} variant="primary" download>
              {t('settings:data.download.submit')}
            </Button>
          </div>
          <p className="hint">{t('settings:data.download.open_until', { time: formatTime(openUntil, timeZone) })}</p>
        </>
      )}
      {isMaking && (
        <div className="row">
          <Button href={path(language, 'settingsData')}>{t('settings:data.download.look')}</Button>
        </div>
      )}
      {!isMaking && (isNeeded || !canDownload) && (
        <DownloadForm
          key={String(openUntil)}
          preparation={preparation}
          username={username}
          asksCode={asksCode}
          rendered={opening}
          onDone={(next) => {
            flushSync(() => setPreparation(next));
            card.current?.focus();
          }}
        />
      )}
    </section>
  );
}

function Progress({ preparation }: { preparation: Preparation }) {
  const { t } = useReader();
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

function usePreparation(start: Preparation) {
  const [preparation, setPreparation] = useState(start);
  useWaiting(preparation.state === 'making');
  useChanges(['exports'], async () => {
    const answer = await call(getPreparation, {}, { isUnasked: true });
    if (answer?.success) setPreparation(answer.data);
  });
  return { preparation, setPreparation };
}
