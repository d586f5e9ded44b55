import type { Ref, SelectHTMLAttributes } from 'react';
import { CONTACTS_VISIBILITIES, type ContactsVisibility } from '#domain/contacts.ts';
import type { Say } from '#i18n/island-texts.ts';
import { type Errors, Field, marksOf } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { GeneralText } from './texts.ts';

type Props = {
  name: string;
  value: ContactsVisibility;
  errors: Errors;
  onClear: () => void;
  t: Say<GeneralText>;
  ref?: Ref<HTMLSelectElement>;
} & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'name' | 'value' | 'defaultValue'>;

/** Who sees the contacts. */
export function VisibilityField({ name, value, errors, onClear, t, ...control }: Props) {
  return (
    <Field id={name} label={t('settings:general.visibility')} errors={errors} onClear={onClear}>
      <span className="select">
        {/* React gives a select its default once; another one needs another select. */}
        <select key={value} name={name} className="input" defaultValue={value} {...control} {...marksOf(name, errors)}>
          {CONTACTS_VISIBILITIES.map((one) => (
            <option key={one} value={one}>
              {t(`settings:general.${one}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron" />
      </span>
    </Field>
  );
}
