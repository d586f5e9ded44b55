import { useState } from 'react';
import { newUid } from '#client/new-uid.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import { OrderStep } from './order-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { Done } from './use-send.ts';
import type { View } from './view.ts';
import type { Words } from './words.ts';

type Props = {
  /** What the page has drawn, and what this goes on from. */
  start: View;
  terms: OrderTerms;
  words: Words;
  action: string;
  done: Done;
};

/** Asks for a withdrawal in two steps; each of them is a form that works before this has come alive. */
export function WithdrawForm({ start, done, ...rest }: Props) {
  const [view, setView] = useState(start);
  if (view.at === 'review') return <ReviewStep view={view} done={done} onView={setView} {...rest} />;
  return (
    <OrderStep
      view={view}
      onOrder={(order) => setView({ at: 'review', order, uid: newUid(), errors: {}, focus: { on: 'heading' } })}
      {...rest}
    />
  );
}
