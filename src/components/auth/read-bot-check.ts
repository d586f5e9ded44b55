import type { Form } from '#components/form/read-form.ts';

/** What the bot check adds to a form: the solver's proof, or the question's token and its answer. */
export const BOT_CHECK = ['bot_check', 'bot_token', 'bot_answer'] as const;

export function readBotCheck(form: Form<(typeof BOT_CHECK)[number]>): string {
  if (form.bot_check) return form.bot_check;
  return form.bot_answer && `${form.bot_token}.${form.bot_answer.trim()}`;
}
