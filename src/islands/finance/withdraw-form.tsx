import { useMemo, useState } from 'react';
import { newUid } from '#client/new-uid.ts';
import type { Withdrawal } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import type { Balance } from '#stores/balance.ts';
import { OrderStep } from './order-step.tsx';
import type { Reader } from '#i18n/reader.ts';
import { ReviewStep } from './review-step.tsx';
import { termsOf } from './terms-of.ts';
import type { View } from './view.ts';
import type { Text } from './texts.ts';

type Props = {
  /** What the page has drawn, and what this goes on from. */
  start: View;
  balance: Balance;
  reader: Reader<Text>;
  usual: string | undefined;
  owner: string;
  onSent: (withdrawal: Withdrawal) => void;
};

/** Asks for a withdrawal in two steps; each of them is a form that works before this has come alive. */
export function WithdrawForm({ start, balance, reader, usual, owner, onSent }: Props) {
  const { t, language } = reader;
  const terms = useMemo(() => termsOf(balance), [balance]);
  const [view, setView] = useState(start);
  const shared = { terms, t, action: path(language, 'finance'), owner };
  if (view.at === 'review') {
    return <ReviewStep view={view} usual={usual} onSent={onSent} onView={setView} {...shared} />;
  }
  return (
    <OrderStep
      view={view}
      onOrder={(order) => setView({ at: 'review', order, uid: newUid(), errors: {}, focus: { on: 'heading' } })}
      {...shared}
    />
  );
}
