import { type SubmitEvent, useRef } from 'react';
import { filtersOf, HISTORY_FILTERS, historyAddress, type HistoryQuery, readHistoryQuery } from '#domain/history.ts';
import { path } from '#domain/paths.ts';
import { isoDay } from '#i18n/format.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { dateTexts, rangePresets } from '#components/ui/date/texts.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useSelectValue } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  query: HistoryQuery;
  used: HistoryQuery;
  errors: Record<string, string[]>;
  /** Time of rendering by the server's clock, ISO. */
  now: string;
  /** 0 is Sunday. */
  weekStart: number;
  onFilter: (query: HistoryQuery) => void;
};

export function HistoryFilters({ query, used, errors, now, weekStart, onFilter }: Props) {
  const { t, language, timeZone } = useReader();
  const { kind } = used;
  const today = isoDay(new Date(now), timeZone);
  const presets = rangePresets(t, today).map((preset) => ({
    ...preset,
    href: historyAddress(language, filtersOf({ from: preset.from, to: preset.to, kind: kind ?? '' })),
  }));
  const wasSent = useRef(false);
  /** A new range remounts the date field (`key`), which loses the focus. */
  const keepFocus = (button: HTMLButtonElement | null) => {
    if (!button || !wasSent.current || document.activeElement !== document.body) return;
    wasSent.current = false;
    button.focus({ preventScroll: true });
  };
  const filter = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    wasSent.current = true;
    onFilter(readHistoryQuery(new URLSearchParams(new FormData(event.currentTarget) as never)));
  };
  return (
    <form
      className="inset tools no-print"
      action={`${path(language, 'finance')}#history`}
      autoComplete="off"
      noValidate
      data-in-place
      onSubmit={filter}
    >
      <DateField
        key={`${query.from} ${query.to}`}
        ref={keepFocus}
        label={t('finance:history.dates')}
        ends={[
          { name: 'from', label: t('finance:history.from'), value: query.from, errors: errors['from'] },
          { name: 'to', label: t('finance:history.to'), value: query.to, errors: errors['to'] },
        ]}
        max={today}
        weekStart={weekStart}
        presets={presets}
        isPartial
        submits
        language={language}
        texts={dateTexts(t)}
      />
      <KindSelect kind={kind} />
    </form>
  );
}

function KindSelect({ kind = '' }: { kind: string | undefined }) {
  const { t } = useReader();
  const select = useSelectValue(kind);
  return (
    <span className="select">
      <select
        ref={select}
        name="kind"
        className="input"
        aria-label={t('finance:kinds.label')}
        defaultValue={kind}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {['all' as const, ...HISTORY_FILTERS].map((option) => (
          <option key={option} value={option === 'all' ? '' : option}>
            {t(`finance:kinds.${option}`)}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}
