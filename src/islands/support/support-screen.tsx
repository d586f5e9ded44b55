import { type ComponentProps, type MouseEvent, useEffect, useRef, useState } from 'react';
import type { SupportRequest } from '#contracts/support.ts';
import { path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import type { RowsPage } from '#islands/shared/use-rows.ts';
import { FORM_ID, WriteForm } from './write-form.tsx';
import { RequestList } from './request-list.tsx';
import type { FormStart } from './form-values.ts';
import { useRequests } from './use-requests.ts';

type Props = {
  form: FormStart;
  /** Key of the draft in sessionStorage. */
  keptAs: string;
  /** Number of the request just sent. */
  sentNumber: string | undefined;
  requests: RowsPage<SupportRequest>;
  cursor: string | undefined;
  ways: ComponentProps<typeof Ways>['ways'];
};

const EMPTY: Omit<FormStart, 'uid'> = { typed: {}, about: undefined, errors: {}, notice: undefined, isKept: false };

export const SupportScreen = withReader(function SupportScreen(props: Props) {
  const reader = useReader();
  const { language } = reader;
  const { keptAs, ways } = props;
  const action = path(language, 'support');
  const [sentNumber, setSentNumber] = useState(props.sentNumber);
  const [start, setStart] = useState({ ...props.form, count: 0 });
  const requests = useRequests(props.requests, props.cursor, reader);
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (start.count > 0) form.current?.querySelector('select')?.focus();
  }, [start.count]);

  const thank = (number: string) => {
    sessionStorage.removeItem(keptAs);
    setSentNumber(number);
    // The address may hold `about`, which the request already includes.
    showAddress(action, 'replace');
  };
  const writeAnother = () => {
    setSentNumber(undefined);
    setStart(({ uid, count }) => ({ ...EMPTY, uid, count: count + 1 }));
  };
  return (
    <div className="stack halves">
      <div className="stack" ref={form}>
        {sentNumber ? (
          <>
            <Thanks number={sentNumber} href={action} onAnother={writeAnother} />
            {/* The language menu submits the page's form, so an empty one must remain. */}
            <form id={FORM_ID} method="post" action={action} hidden />
          </>
        ) : (
          <WriteForm key={start.count} start={start} action={action} onSent={thank} />
        )}
      </div>
      <div className="stack">
        <RequestList requests={requests} cursor={props.cursor} openNumber={sentNumber} />
        <Ways ways={ways} />
      </div>
    </div>
  );
});

type ThanksProps = { number: string; href: string; onAnother: () => void };

function Thanks({ number, href, onAnother }: ThanksProps) {
  const { t } = useReader();
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  const goOn = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onAnother();
  };
  return (
    <section ref={card} className="card" role="status" tabIndex={-1} autoFocus>
      <EmptyState title={t('support:done.title')}>
        <p>{t('support:done.text', { number })}</p>
        <Button href={href} data-in-place onClick={goOn}>
          {t('support:done.another')}
        </Button>
      </EmptyState>
    </section>
  );
}

type WaysProps = { ways: { chatUrl: string | undefined; email: string | undefined } };

function Ways({ ways: { chatUrl, email } }: WaysProps) {
  const { t } = useReader();
  if (!chatUrl && !email) return null;
  return (
    <aside className="card stack" aria-labelledby="ways-title">
      <h2 id="ways-title">{t('support:ways.title')}</h2>
      {email && (
        <a className="user" href={`mailto:${email}`}>
          <Icon name="mail" />
          <span>
            <b>{t('support:ways.email')}</b>
            <small>{email}</small>
          </span>
        </a>
      )}
      {chatUrl && (
        <a className="user" href={chatUrl} rel="noopener noreferrer" target="_blank">
          <Icon name="support" />
          <span>
            <b>{t('support:ways.chat')}</b>
            <small>{new URL(chatUrl).host}</small>
          </span>
        </a>
      )}
    </aside>
  );
}
