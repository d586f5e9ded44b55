import type { ComponentProps } from 'react';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { useReader } from './use-reader.tsx';

/** A copy button with its words in the reader's language. */
export function Copy(props: Omit<ComponentProps<typeof CopyButton>, 'texts'>) {
  const { t } = useReader();
  return <CopyButton {...props} texts={{ copied: t('common:frame.copied'), byHand: t('common:frame.copy_by_hand') }} />;
}
