import { type MouseEvent, type Ref, useEffect, useRef } from 'react';
import { getStatement } from '#contracts/finance.ts';
import { formatDay } from '#domain/days.ts';
import { filtersOf, historyAddress, type HistoryQuery } from '#domain/history.ts';
import { path } from '#domain/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryTable } from './history-table.tsx';
import type { useHistory } from './use-history.ts';

type Props = {
  title: Ref<HTMLHeadingElement>;
  history: ReturnType<typeof useHistory>;
  now: string;
  weekStart: number;
  owner: string;
};

export function HistorySection({ title, history, now, weekStart, owner }: Props) {
  const { t, language } = useReader();
  const { page, query, used, errors, status, answers = 0, newFrom, canGrow, show, showMore } = history;
  const filters = filtersOf(used);
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = page.items.length === 0;
  const isPart = page.next !== null || used.cursor !== undefined;
  const firstNew = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (newFrom) firstNew.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [newFrom]);
  const printed = [filters.from, filters.to].map((day) => (day ? formatDay(day) : '…')).join(' — ');
  const to = (next: HistoryQuery, act: () => void) => ({
    href: historyAddress(language, next),
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      act();
    },
  });
  return (
    <section className="card flush" id="history" aria-labelledby="history-title" aria-busy={status === 'asked'}>
      <Head title={title} filters={filters} isEmpty={isEmpty} />
      {(isFiltered || used.cursor || !isEmpty) && (
        <HistoryFilters
          query={query}
          used={used}
          errors={errors}
          now={now}
          weekStart={weekStart}
          onFilter={(next) => void show(next)}
        />
      )}
      <p className="only-print inset">
        {t('finance:history.period', { period: printed })} · {owner}
        {isPart && (
          <>
            <br />
            {t('finance:history.print_part', { count: formatNumber(page.items.length) })}
          </>
        )}
      </p>
      {status === 'broken' && (
        <div className="inset">
          <Notice kind="bad">
            <p>{t('finance:history.broken')}</p>
            <Button type="button" onClick={() => void show(query, 'none')}>
              {t('common:broken.again')}
            </Button>
          </Notice>
        </div>
      )}
      <p className="hidden-text" role="status">
        {answers > 0 && t('finance:history.shown', { count: formatNumber(page.items.length) })}
      </p>
      {isEmpty ? (
        <EmptyState title={isFiltered ? t('finance:history.nothing_found') : t('common:nothing_here')}>
          {isFiltered ? (
            <Button {...to({}, () => void show({}))} data-in-place>
              {t('finance:history.show_all')}
            </Button>
          ) : (
            <p>{t('finance:history.empty')}</p>
          )}
        </EmptyState>
      ) : (
        <HistoryTable page={page} newFrom={newFrom} firstNew={firstNew} />
      )}
      <Pagination
        first={
          used.cursor ? { label: t('finance:history.newest'), ...to(filters, () => void show(filters)) } : undefined
        }
        more={
          page.next === null
            ? undefined
            : {
                label: t('finance:history.show_more'),
                isBusy: status === 'asked',
                href: historyAddress(language, { ...filters, cursor: page.next }),
                ...(canGrow && to({ ...filters, cursor: page.next }, () => void showMore())),
              }
        }
      />
    </section>
  );
}

type HeadProps = { title: Ref<HTMLHeadingElement>; filters: HistoryQuery; isEmpty: boolean };

function Head({ title, filters, isEmpty }: HeadProps) {
  const { t, language } = useReader();
  return (
    <div className="card-head">
      <h2 id="history-title" ref={title} tabIndex={-1}>
        {t('finance:history.title')}
      </h2>
      <div className="row plains no-print">
        <Button href={path(language, 'transactions')} variant="plain">
          {t('transactions:title')}
        </Button>
        {!isEmpty && (
          <Button
            href={`${getStatement.path}?${new URLSearchParams(filters)}`}
            variant="plain"
            aria-label={t('finance:history.csv')}
            download
          >
            CSV
          </Button>
        )}
        {!isEmpty && (
          <a
            className="btn plain square wide"
            href={path(language, 'financePrint', filters)}
            aria-label={t('finance:history.print')}
          >
            <Icon name="print" />
          </a>
        )}
      </div>
    </div>
  );
}
