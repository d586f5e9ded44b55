import { type SubmitEvent, useState } from 'react';
import type { Transaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';
import type { Reader } from '#i18n/reader.ts';
import { Button } from '#components/ui/button.tsx';
import { ActQuestion } from './act-question.tsx';
import { ACT_PAGES, type Act, actsOn } from './acts.ts';
import type { ActText } from './texts.ts';

type Props = {
  transaction: Transaction;
  reader: Reader<ActText>;
  onActed: (act: Act, transaction: Transaction) => void;
};

/**
 * Cancels a transaction or creates it again. What is asked first is asked where it was pressed; without a script the
 * buttons lead to a page that asks.
 */
export function ActButtons({ transaction, reader, onActed }: Props) {
  const { t, language } = reader;
  const { id } = transaction;
  const [asked, setAsked] = useState<Act>();
  const ask = (event: SubmitEvent<HTMLFormElement>, act: Act) => {
    event.preventDefault();
    setAsked(act);
  };
  return (
    <>
      {actsOn(transaction).map((act) => (
        <form
          key={act}
          action={path(language, 'transactionAct', { id, act: ACT_PAGES[act] })}
          onSubmit={(event) => ask(event, act)}
        >
          <Button variant={act === 'cancel' ? 'bad' : undefined}>{t(`transactions:act.${act}`)}</Button>
        </form>
      ))}
      {asked && (
        <ActQuestion
          id={id}
          act={asked}
          reader={reader}
          onClose={() => setAsked(undefined)}
          onActed={(done) => {
            // First the question goes: what it covers can't have the focus.
            setAsked(undefined);
            onActed(asked, done);
          }}
        />
      )}
    </>
  );
}
