import type { FieldValues } from 'react-hook-form';
import type { Question } from '#client/bot-check/protocol.ts';
import type { Contract } from '#contracts/contract.ts';
import { type FieldErrors, useCallForm } from '#islands/shared/use-call-form.ts';
import { useBotCheck } from './bot-check.tsx';

type Options<C extends Contract> = Omit<Parameters<typeof useCallForm<C, FieldValues>>[0], 'errors' | 'complete'> & {
  question: Question;
  rendered: { errors: FieldErrors; first: string | undefined };
  inputOf: (typed: FieldValues) => Record<string, unknown>;
};

/** A form that is sent by one call together with its bot check. */
export function useBotForm<C extends Contract>({ question, rendered, inputOf, ...options }: Options<C>) {
  const bot = useBotCheck(question, Boolean(rendered.errors['bot_check']?.length));
  const form = useCallForm<C, FieldValues>({
    ...options,
    errors: rendered.errors,
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
