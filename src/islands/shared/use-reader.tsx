import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Reader, type ReaderProps, toReader } from '#i18n/reader.ts';
import './load-texts.ts';

const ReaderContext = createContext<Reader | undefined>(undefined);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('There is no reader outside of an island made by withReader.');
  return reader;
}

export function withReader<Props extends object>(Screen: (props: Props) => ReactNode) {
  return function Island(props: Props & ReaderProps) {
    const { language, timeZone, offset, owner, brand } = props;
    const reader = useMemo(
      () => toReader({ language, timeZone, offset, owner, brand }),
      [language, timeZone, offset, owner, brand],
    );
    return (
      <ReaderContext value={reader}>
        <Screen {...props} />
      </ReaderContext>
    );
  };
}
