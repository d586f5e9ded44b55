import { type InputEvent, type Ref, type SubmitEvent } from 'react';
import type { Day } from '#domain/days.ts';
import { path } from '#domain/paths.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { dateTexts, rangePresets } from '#components/ui/date/texts.ts';
import { DateField } from '#components/ui/date-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { HandLink } from './hand-link.tsx';
import { LineField, SearchField, StatusFilter } from './filter-fields.tsx';
import { FILTERS, type TeamQuery } from './team-query.ts';

type Props = {
  ref: Ref<HTMLFormElement>;
  query: TeamQuery;
  errors: Record<string, string[]>;
  /** Address of the shown rows as a file, if there are any. */
  file: string | undefined;
  lines: number;
  hand: number;
  today: Day;
  weekStart: number;
  /** `isText`: text was typed, and more keys may follow. */
  onChange: (isText: boolean) => void;
};

const TEXTS = ['search', 'text', 'date'];

export function FilterForm({ ref, query, errors, file, lines, hand, today, weekStart, onChange }: Props) {
  const { t, language } = useReader();
  const any = { value: '', label: t('team:filters.any') };
  const folded = FILTERS.filter((filter) => filter !== 'search');
  const count = folded.filter((filter) => query[filter]).length;
  const reportChange = ({ target }: InputEvent) => {
    const { name, type } = target as HTMLInputElement;
    // Inputs without a name belong to a field, such as the search box of a select.
    if (name) onChange(TEXTS.includes(type));
  };
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    onChange(false);
  };
  return (
    <form
      ref={ref}
      className="filters"
      action={`${path(language, 'team')}#members`}
      autoComplete="off"
      noValidate
      onInput={reportChange}
      onSubmit={send}
    >
      <div className="card-head">
        <h2 id="members-title">{t('team:list.title')}</h2>
        <HandLink count={hand} where="narrow" />
        <Button href={path(language, 'teamTree')} icon="tree" variant="plain">
          {t('team:tree')}
        </Button>
        <SearchField value={query.search} errors={errors['search']} />
        <span className="by-hand">
          <Button>{t('team:filters.apply')}</Button>
        </span>
      </div>
      <input type="hidden" name="sort" value={query.sort ?? ''} />
      <div className="inset beside">
        <details className="fold" open={folded.some((filter) => errors[filter])}>
          <summary>
            {t('team:filters.title')} {count > 0 && <Badge kind="info">{count}</Badge>}
          </summary>
          <div className="fields">
            <LineField value={query.line} errors={errors['line']} lines={lines} />
            <Select
              name="active"
              label={t('team:filters.active')}
              value={query.active}
              errors={errors['active']}
              options={[
                any,
                { value: 'yes', label: t('common:active') },
                { value: 'no', label: t('common:not_active') },
              ]}
            />
            <Select
              name="real_estate"
              label={t('team:filters.real_estate')}
              value={query.real_estate}
              errors={errors['real_estate']}
              options={[
                any,
                { value: 'yes', label: t('team:filters.with_real_estate') },
                { value: 'no', label: t('team:filters.without_real_estate') },
              ]}
            />
            <DateField
              label={t('team:filters.registered')}
              language={language}
              texts={dateTexts(t)}
              isPartial
              max={today}
              weekStart={weekStart}
              presets={rangePresets(t, today)}
              onChange={() => onChange(false)}
              ends={[
                {
                  name: 'registered_from',
                  label: t('team:filters.from'),
                  value: query.registered_from,
                  errors: errors['registered_from'],
                },
                {
                  name: 'registered_to',
                  label: t('team:filters.to'),
                  value: query.registered_to,
                  errors: errors['registered_to'],
                },
              ]}
            />
            <StatusFilter chosen={query.status} errors={errors['status']} />
          </div>
          <span className="by-hand">
            <Button>{t('team:filters.apply')}</Button>
          </span>
        </details>
        {file && (
          <Button href={file} variant="plain" download>
            {t('finance:history.csv')}
          </Button>
        )}
      </div>
    </form>
  );
}
