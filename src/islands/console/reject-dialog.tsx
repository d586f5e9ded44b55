import { type ReactNode, useRef } from 'react';
import type { Call } from '#contracts/call.ts';
import { REASON_MAX } from '#contracts/console/fields.ts';
import { type ConsoleWithdrawal, rejectOne } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Reader } from '#i18n/reader.ts';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { ActDialog } from './act-dialog.tsx';
import type { WithdrawalText } from './withdrawal-texts.ts';

type Props = {
  reader: Reader<WithdrawalText>;
  ask: Call;
  row: ConsoleWithdrawal;
  onDone: (data: OutputOf<typeof rejectOne>) => void;
  onClose: () => void;
  children: ReactNode;
};

const REASONS = ['check', 'destination', 'owner'] as const;

/** What the member reads, from texts or in own words, and why it was done, for the log. */
export function RejectDialog({ reader: { t }, ask, row, onDone, onClose, children }: Props) {
  const said = useRef<HTMLTextAreaElement>(null);
  return (
    <ActDialog
      t={t}
      title={t('console:withdrawals.reject')}
      isBad
      command={({ said: words = '' }) => ({
        words: ['withdrawals', 'reject', row.id],
        options: { said: words || '…' },
      })}
      act={({ said: words = '', reason = '' }) => ask(rejectOne, { id: row.id, said: words, reason })}
      onDone={onDone}
      onClose={onClose}
      renderFields={(errors) => (
        <>
          <Select
            name="text"
            label={t('console:withdrawals.said_reasons')}
            options={[
              { value: '', label: '–' },
              ...REASONS.map((reason) => ({ value: reason, label: t(`console:withdrawals.reasons.${reason}`) })),
            ]}
            onChange={({ currentTarget: { selectedOptions } }) => {
              if (said.current) said.current.value = selectedOptions[0]?.value ? selectedOptions[0].text : '';
            }}
          />
          <TextField
            name="said"
            isMultiline
            rows={3}
            ref={said}
            label={t('console:withdrawals.said')}
            maxLength={REASON_MAX}
            errors={errors['said']}
            required
          />
        </>
      )}
    >
      {children}
    </ActDialog>
  );
}
