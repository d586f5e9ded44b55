import type { ComponentProps, KeyboardEvent } from 'react';
import { DESTINATION_MAX } from '#domain/destination.ts';
import { whenOf } from '#i18n/reader.ts';
import type { Balance } from '#stores/balance.ts';
import { type Errors, marksOf } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { keyOf } from '#components/ui/key-of.ts';
import { useReader } from './use-reader.tsx';

type SavedSelectProps = ComponentProps<'select'> & {
  saved: Balance['withdrawal']['saved_destinations'];
  isSavedOnly: boolean;
};

export function SavedSelect({ saved, isSavedOnly, ...select }: SavedSelectProps) {
  const reader = useReader();
  const { t } = reader;
  return (
    <span className="select">
      <select id="saved" className="input" {...select}>
        <option value="">{isSavedOnly ? '' : t('finance:withdraw.another')}</option>
        {saved.map(({ name, destination, usable_at: usableAt }) => (
          <option key={destination} value={destination} disabled={usableAt !== null}>
            {usableAt ? t('finance:withdraw.from', { name, time: whenOf(usableAt, reader) }) : name}
          </option>
        ))}
      </select>
      <Icon name="chevron" />
    </span>
  );
}

/** Two rows show a long address, but Enter submits: an address has no line break. */
export function DestinationInput({ errors, ...control }: ComponentProps<'textarea'> & { errors: Errors }) {
  return (
    <textarea
      className="input mono"
      rows={2}
      maxLength={DESTINATION_MAX}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={submitOnEnter}
      {...marksOf('destination', errors, true)}
      {...control}
    />
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (keyOf(event) !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
