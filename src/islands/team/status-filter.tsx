import { CAREER_STATUSES } from '#domain/career-status.ts';
import { selectTexts } from '#components/ui/select/texts.ts';
import { Select } from '#components/ui/select.tsx';
import type { TeamReader } from './reader.ts';

type Props = { chosen: string | undefined; errors: readonly string[] | undefined; reader: TeamReader };

/** Two statuses are called the same and stand together. */
export function StatusFilter({ chosen = '', errors, reader: { t } }: Props) {
  const options = CAREER_STATUSES.filter((status) => status !== 'none_status').map((status) => ({
    value: status === 'none' ? 'none,none_status' : status,
    label: t(`common:career_status.${status}`),
  }));
  const wanted = chosen.split(',');
  const values = options
    .map(({ value }) => value)
    .filter((value) => value.split(',').some((one) => wanted.includes(one)));
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
