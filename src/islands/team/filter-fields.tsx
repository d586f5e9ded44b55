import { CAREER_STATUSES } from '#domain/career-status.ts';
import { FieldErrors, marksOf, NO_ERRORS } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Select } from '#components/ui/select.tsx';
import { selectTexts } from '#components/ui/select/texts.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';

/** A deeper team has its line typed, not chosen. */
const SELECT_LINES_MAX = 50;

type Props = {
  value: string | undefined;
  errors: readonly string[] | undefined;
  lines: number;
};

export function LineField({ value, errors, lines }: Props) {
  const { t } = useReader();
  const common = { name: 'line', label: t('team:filters.line'), errors };
  if (lines > SELECT_LINES_MAX) {
    return (
      <TextField
        {...common}
        defaultValue={value}
        placeholder={t('team:filters.any')}
        inputMode="numeric"
        maxLength={5}
      />
    );
  }
  const lineNumbers = Array.from({ length: lines }, (_, index) => String(index + 1));
  const isElsewhere = value !== undefined && !errors && !lineNumbers.includes(value);
  const options = [...lineNumbers, ...(isElsewhere ? [value] : [])].map((line) => ({ value: line, label: line }));
  return <Select {...common} value={value} options={[{ value: '', label: t('team:filters.any') }, ...options]} />;
}

type SearchFieldProps = { value: string | undefined; errors: readonly string[] | undefined };

export function SearchField({ value, errors = NO_ERRORS }: SearchFieldProps) {
  const { t } = useReader();
  return (
    <div className="field grow" data-field>
      <label className="hidden-text" htmlFor="search">
        {t('team:filters.search')}
      </label>
      <div className="input affix">
        <Icon name="search" />
        <input
          {...marksOf('search', errors)}
          name="search"
          type="search"
          defaultValue={value}
          maxLength={64}
          placeholder={t('team:filters.search_hint')}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
        />
      </div>
      <FieldErrors id="search" errors={errors} />
    </div>
  );
}

type StatusFilterProps = { chosen: string | undefined; errors: readonly string[] | undefined };

/** `none` and `none_status` have the same label and share one option. */
export function StatusFilter({ chosen = '', errors }: StatusFilterProps) {
  const { t } = useReader();
  const options = CAREER_STATUSES.filter((status) => status !== 'none_status').map((status) => ({
    value: status === 'none' ? 'none,none_status' : status,
    label: t(`common:career_status.${status}`),
  }));
  const chosenStatuses = chosen.split(',');
  const values = options
    .map(({ value }) => value)
    .filter((value) => value.split(',').some((status) => chosenStatuses.includes(status)));
  return (
    <Select
      name="status"
      label={t('team:filters.status')}
      values={values}
      options={[{ value: '', label: t('team:filters.any') }, ...options]}
      errors={errors}
      texts={selectTexts(t)}
    />
  );
}
