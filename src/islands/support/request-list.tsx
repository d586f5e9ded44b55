import { useEffect, useRef, useState } from 'react';
import type { SupportRequest } from '#contracts/support.ts';
import { path } from '#domain/paths.ts';
import { whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { useFocusWhen } from '#islands/shared/use-rows.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { AboutLink } from './about.tsx';
import type { Requests } from './use-requests.ts';

type Props = {
  requests: Requests;
  cursor: string | undefined;
  /** Number of the request to show opened. */
  openNumber: string | undefined;
};

export function RequestList({ requests, cursor, openNumber }: Props) {
  const { t, language } = useReader();
  const { page, announcement, isBroken, isBusy, focusOf, onMore } = requests;
  return (
    <section className="card flush" aria-labelledby="requests-title">
      <div className="card-head">
        <h2 id="requests-title">{t('support:list.title')}</h2>
      </div>
      <p className="hidden-text" role="status">
        {announcement}
      </p>
      {page.items.length === 0 ? (
        <EmptyState title={t('common:nothing_here')}>
          <p>{t('support:list.empty')}</p>
        </EmptyState>
      ) : (
        <ul className="rows">
          {page.items.map((request) => (
            <li key={request.id}>
              <Request
                request={request}
                isOpen={request.is_unread || request.number === openNumber}
                isFocused={focusOf(request.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {isBroken && <Notice kind="bad">{t('team:list.broken')}</Notice>}
      <Pagination
        first={cursor ? { label: t('finance:history.newest'), href: path(language, 'support') } : undefined}
        more={
          page.next === null
            ? undefined
            : {
                label: t('finance:history.show_more'),
                href: path(language, 'support', { cursor: page.next }),
                isBusy,
                onClick: onMore,
              }
        }
      />
    </section>
  );
}

const KINDS = { open: 'info', answered: 'ok', closed: 'off' } as const;

type RequestProps = { request: SupportRequest; isOpen: boolean; isFocused: boolean };

function Request({ request, isOpen, isFocused }: RequestProps) {
  const reader = useReader();
  const { t } = reader;
  const { number, topic, state, message, about, answers, created_at: createdAt, is_unread: isUnread } = request;
  const summary = useFocusWhen<HTMLElement>(isFocused);
  const details = useRef<HTMLDetailsElement>(null);
  const [startsOpen] = useState(isOpen);
  // Opens when an answer arrives; only the reader closes it.
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true;
  }, [isOpen]);
  return (
    <details ref={details} className="details grow" open={startsOpen}>
      <summary ref={summary}>
        <b>{number}</b> <span>{t(`support:topics.${topic}`)}</span>{' '}
        {isUnread ? (
          <Badge kind="warn">{t('support:list.unread')}</Badge>
        ) : (
          <Badge kind={KINDS[state]}>{t(`support:state.${state}`)}</Badge>
        )}
        <small>
          <time dateTime={createdAt}>{whenOf(createdAt, reader)}</time>
        </small>
      </summary>
      <div className="stack">
        <p className="message" dir="auto">
          {message}
        </p>
        {about && (
          <p>
            <AboutLink about={about} />
          </p>
        )}
        {answers.map(({ text, at }) => (
          <blockquote key={at} className="notice">
            <div>
              <p>
                <b>{t('support:list.answer')}</b> <time dateTime={at}>{whenOf(at, reader)}</time>
              </p>
              <p className="message" dir="auto">
                {text}
              </p>
            </div>
          </blockquote>
        ))}
      </div>
    </details>
  );
}
