import type { Withdrawal } from '#contracts/finance.ts';
import { timelineOf } from '#domain/withdrawal.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import type { OpenText } from './texts.ts';

/** The steps of a withdrawal, in words. */
export function stepsOf(withdrawal: Withdrawal, reader: Reader<OpenText>) {
  const { t } = reader;
  return timelineOf(withdrawal).map(({ state, step, isCurrent }) => ({
    title: t(`finance:state.${state}`),
    at: step && { iso: step.at, shown: whenOf(step.at, reader) },
    note: step ? t(`finance:actor.${step.actor}`) : t('finance:withdrawal.to_come'),
    isCurrent,
  }));
}
