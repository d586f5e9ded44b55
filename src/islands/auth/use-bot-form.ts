import type { FieldValues } from 'react-hook-form';
import type { Question } from '#client/bot-check/protocol.ts';
import type { Contract } from '#contracts/contract.ts';
import { type FieldErrors, useCallForm } from '../use-call-form.ts';
import { useBotCheck } from './bot-check.tsx';

type Options<C extends Contract> = Omit<Parameters<typeof useCallForm<C, FieldValues>>[0], 'errors' | 'complete'> & {
  question: Question;
  drawn: { errors: FieldErrors; first: string | undefined };
  inputOf: (typed: FieldValues) => Record<string, unknown>;
};

/** A form that is sent by one call together with its bot check. */
export function useBotForm<C extends Contract>({ question, drawn, inputOf, ...options }: Options<C>) {
  const bot = useBotCheck(question, Boolean(drawn.errors['bot_check']?.length));
  const form = useCallForm<C, FieldValues>({
    ...options,
    errors: drawn.errors,
    inputOf: (typed) => ({ ...inputOf(typed), bot_check: bot.draft() }),
    complete: async (input) => {
      const bot_check = await bot.take();
      return bot_check ? { ...input, bot_check } : undefined;
    },
    onRefused: (refusal) => refusal.code === 'bot_check_failed' && bot.renew(),
  });
  const { errors, onClear, ref } = form.field('bot_check');
  return { ...form, bot, botField: { errors, onClear, ref } };
}
