import { FieldErrors, marksOf, NO_ERRORS } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { TeamReader } from './reader.ts';

type Props = { value: string | undefined; errors: readonly string[] | undefined; reader: TeamReader };

/** Its label is for who can't see the icon. */
export function SearchField({ value, errors = NO_ERRORS, reader: { t } }: Props) {
  return (
    <div className="field grow" data-field>
      <label className="sr" htmlFor="search">
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
