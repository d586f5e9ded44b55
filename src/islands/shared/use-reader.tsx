import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { type Reader, type ReaderProps, toReader } from '#i18n/reader.ts';
import './load-texts.ts';

const ReaderContext = createContext<Reader | undefined>(undefined);

/** Who reads this island: its words, language, clock and account. */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (!reader) throw new Error('There is no reader outside of an island made by withReader.');
  return reader;
}

/** An island whose parts know their reader by `useReader`; its page adds `readerProps`. */
export function withReader<Props extends object>(Screen: (props: Props) => ReactNode) {
  return function Island(props: Props & ReaderProps) {
    const { language, timeZone, offset, owner } = props;
    const reader = useMemo(() => toReader({ language, timeZone, offset, owner }), [language, timeZone, offset, owner]);
    return (
      <ReaderContext value={reader}>
        <Screen {...props} />
      </ReaderContext>
    );
  };
}
