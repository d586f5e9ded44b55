import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { TeamReader } from './reader.ts';

/** More lines than these are no list to choose from. */
const MOST = 50;

type Props = {
  value: string | undefined;
  errors: readonly string[] | undefined;
  /** How many there are. */
  lines: number;
  reader: TeamReader;
};

/** The lines that there are; of a very deep team its number is typed. */
export function LineField({ value, errors, lines, reader: { t } }: Props) {
  const common = { name: 'line', label: t('team:filters.line'), errors };
  if (lines > MOST) {
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
  const there = Array.from({ length: lines }, (_, index) => String(index + 1));
  const isElsewhere = value !== undefined && !errors && !there.includes(value);
  const options = [...there, ...(isElsewhere ? [value] : [])].map((line) => ({ value: line, label: line }));
  return <Select {...common} value={value} options={[{ value: '', label: t('team:filters.any') }, ...options]} />;
}
