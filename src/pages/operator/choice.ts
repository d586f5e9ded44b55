import type { APIRoute } from 'astro';
import { readForm } from '#islands/shared/read-form.server.ts';
import { isOfOtherPage } from '#contracts/call.ts';
import { chooseConsoleLanguage } from '#contracts/console/session.ts';
import { CONSOLE_ROOT, readConsoleReturn } from '#domain/console-paths.ts';
import { CONSOLE_LANGUAGES } from '#domain/staff.ts';
import { answerConsole } from '#islands/console/answer-console.server.ts';

export const POST: APIRoute = async (context) => {
  const { locals, redirect } = context;
  const form = await readForm(context, ['theme', 'language', 'here']);
  const { cookies } = locals.pageContext;
  const theme = form?.theme;
  if (theme === 'dark' || theme === 'light') cookies.set('theme', theme);
  const language = CONSOLE_LANGUAGES.find((spoken) => spoken === form?.language);
  if (language) {
    const answer = await locals.call(chooseConsoleLanguage, { language });
    if (!answer.success && isOfOtherPage(answer.error)) return answerConsole(context, answer.error);
    cookies.set('lang', language);
  }
  return redirect(readConsoleReturn(form?.here ?? null), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect(CONSOLE_ROOT, 303);
