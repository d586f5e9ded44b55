import type { Call } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';

type Props<C extends Contract> = {
  call: Call;
  contract: C;
  input: Partial<InputOf<C>>;
  onDone: (data: OutputOf<C>) => void;
  onClose: () => void;
};

export function DiscardDialog<C extends Contract>(props: Props<C>) {
  const { t } = useReader();
  return (
    <ActDialog title={t('console_content:draft.discard')} isBad {...props}>
      <p>{t('console_content:draft.discard_text')}</p>
    </ActDialog>
  );
}
