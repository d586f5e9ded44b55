import { useEffect, useRef, useState } from 'react';
import type { SupportRequest } from '#contracts/support.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { useFocusWhen } from '../use-rows.ts';
import { AboutLink } from './about-link.tsx';
import type { Text } from './texts.ts';

const KINDS = { open: 'info', answered: 'ok', closed: 'off' } as const;

type Props = { request: SupportRequest; isOpen: boolean; isFocused: boolean; reader: Reader<Text> };

/** One request; what was written opens below its number. */
export function Request({ request, isOpen, isFocused, reader }: Props) {
  const { t } = reader;
  const { number, topic, state, message, about, answers, created_at: createdAt, is_unread: isUnread } = request;
  const summary = useFocusWhen<HTMLElement>(isFocused);
  const details = useRef<HTMLDetailsElement>(null);
  const [startsOpen] = useState(isOpen);
  // It opens by itself when an answer comes, and is closed by its reader alone.
  useEffect(() => {
    if (isOpen && details.current) details.current.open = true;
  }, [isOpen]);
  return (
    <details ref={details} className="desc grow" open={startsOpen}>
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
        <p className="said" dir="auto">
          {message}
        </p>
        {about && (
          <p>
            <AboutLink about={about} reader={reader} />
          </p>
        )}
        {answers.map(({ text, at }) => (
          <blockquote key={at} className="notice">
            <div>
              <p>
                <b>{t('support:list.answer')}</b> <time dateTime={at}>{whenOf(at, reader)}</time>
              </p>
              <p className="said" dir="auto">
                {text}
              </p>
            </div>
          </blockquote>
        ))}
      </div>
    </details>
  );
}
