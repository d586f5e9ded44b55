import type { Preparation } from '#contracts/data.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { useReader } from '../use-reader.ts';
import { CloseForm } from './close-form.tsx';
import { DownloadCard } from './download-card.tsx';
import { DATA_TEXTS, type DataText } from './texts.ts';
import type { CloseDrawn } from './use-close-form.ts';

type Props = ReaderProps<DataText> & {
  preparation: Preparation;
  /** What preparing the download was refused for, and closing the account. */
  notice: string | undefined;
  drawn: CloseDrawn;
  isUnderstood: boolean;
};

/** A member's data: taking it along, and leaving for good. */
export function DataScreen({ preparation, notice, drawn, isUnderstood, ...props }: Props) {
  const reader = useReader(DATA_TEXTS, props);
  return (
    <>
      <DownloadCard preparation={preparation} notice={notice} reader={reader} />
      <CloseForm isUnderstood={isUnderstood} drawn={drawn} reader={reader} />
    </>
  );
}
