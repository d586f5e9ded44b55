import { useMemo, useState } from 'react';
import { newUid } from '#client/new-uid.ts';
import type { OrderTerms } from '#domain/withdrawal-order.ts';
import { type IslandTexts, sayFrom } from '#i18n/island-texts.ts';
import { OrderStep } from './order-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { Text } from './texts.ts';
import type { Done } from './use-send.ts';
import type { View } from './view.ts';

type Props = {
  texts: IslandTexts<Text>;
  /** What the page has drawn, and what this goes on from. */
  start: View;
  terms: OrderTerms;
  /** How long it usually takes, if there are enough to say. */
  usual: string | undefined;
  action: string;
  done: Done;
  /** For whom it was drawn, in case the session ends meanwhile. */
  owner: string;
};

/** Asks for a withdrawal in two steps; each of them is a form that works before this has come alive. */
export function WithdrawForm({ texts, start, terms, usual, action, done, owner }: Props) {
  const t = useMemo(() => sayFrom(texts), [texts]);
  const [view, setView] = useState(start);
  const shared = { terms, t, action, owner };
  if (view.at === 'review') {
    return <ReviewStep view={view} usual={usual} done={done} onView={setView} {...shared} />;
  }
  return (
    <OrderStep
      view={view}
      onOrder={(order) => setView({ at: 'review', order, uid: newUid(), errors: {}, focus: { on: 'heading' } })}
      {...shared}
    />
  );
}
