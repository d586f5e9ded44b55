import type { APIRoute } from 'astro';
import { chooseConsoleLanguage } from '#contracts/console/session.ts';
import { CONSOLE_ROOT } from '#domain/console-paths.ts';
import { CONSOLE_LANGUAGES } from '#domain/staff.ts';
import { readConsoleReturn } from '#layouts/console-return.ts';

/** Theme and language of the console; both are kept, and the page they were chosen on is shown again. */
export const POST: APIRoute = async ({ request, locals, redirect }) => {
  const form = await request.formData();
  const { cookies } = locals.pageContext;
  const theme = form.get('theme');
  if (theme === 'dark' || theme === 'light') cookies.set('theme', theme);
  const language = CONSOLE_LANGUAGES.find((spoken) => spoken === form.get('language'));
  if (language) {
    cookies.set('lang', language);
    await locals.call(chooseConsoleLanguage, { language });
  }
  return redirect(readConsoleReturn(form.get('here')), 303);
};

export const GET: APIRoute = ({ redirect }) => redirect(CONSOLE_ROOT, 303);
