import type { SubmitEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { ListState } from './use-list.ts';

/** Without `all` the first option is the default. */
type Choice = { name: string; label: string; all?: string; options: readonly { value: string; label: string }[] };

export type Filters = {
  searchHint?: string;
  choices?: readonly Choice[];
  days?: readonly { name: string; label: string }[];
};

type Props<Row> = Filters & { list: ListState<Row> };

const NONE: readonly never[] = [];

/** A GET form; after hydration the list loads in place. */
export function ListFilters<Row>({ list, searchHint, choices = NONE, days = NONE }: Props<Row>) {
  const { t } = useReader();
  const { path, query, filter } = list;
  const apply = (form: HTMLFormElement) => {
    const entries = [...new FormData(form)].map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : '',
    ]);
    filter(Object.fromEntries(entries) as Record<string, string>);
  };
  return (
    <form
      method="get"
      action={path}
      className="tools"
      role="search"
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      {query['sort'] && <input type="hidden" name="sort" value={query['sort']} />}
      {searchHint !== undefined && (
        <TextField
          name="search"
          type="search"
          label={t('console:list.search')}
          placeholder={searchHint}
          defaultValue={query['search'] ?? ''}
          maxLength={128}
        />
      )}
      {choices.map(({ name, label, all, options }) => (
        <Select
          key={name}
          name={name}
          label={label}
          value={query[name] ?? ''}
          options={[...(all === undefined ? [] : [{ value: '', label: all }]), ...options]}
          onChange={({ currentTarget: { form } }) => form && apply(form)}
        />
      ))}
      {days.map(({ name, label }) => (
        <TextField key={name} name={name} type="date" label={label} defaultValue={query[name] ?? ''} />
      ))}
      <Button variant="primary">{t('console:list.filter')}</Button>
      <Button href={path} variant="plain">
        {t('console:list.reset')}
      </Button>
    </form>
  );
}
