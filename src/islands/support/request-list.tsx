import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { Request } from './request.tsx';
import type { Text } from './texts.ts';
import type { Requests } from './use-requests.ts';

type Props = {
  requests: Requests;
  cursor: string | undefined;
  /** The number of the one that stands open. */
  shown: string | undefined;
  reader: Reader<Text>;
};

/** My requests, newest first. */
export function RequestList({ requests, cursor, shown, reader }: Props) {
  const { t, language } = reader;
  const { page, told, isBroken, isBusy, focusOf, onMore } = requests;
  return (
    <section className="card flush" aria-labelledby="requests-title">
      <div className="card-head">
        <h2 id="requests-title">{t('support:list.title')}</h2>
      </div>
      <p className="sr" role="status">
        {told}
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
                isOpen={request.is_unread || request.number === shown}
                isFocused={focusOf(request.id)}
                reader={reader}
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
