import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { answerQuestion } from '../people/bot-check.ts';
import { cookiesSet, formOf, type HttpAnswer, jsonOf, visit } from './http.ts';

type Tokens = { access: string; refresh: string };

export async function answerFrom(port: number): Promise<string> {
  const check = await visit(port, '/api/auth/bot-check/', { headers: { 'accept-language': 'en' } });
  return answerQuestion(JSON.parse(check.text).question);
}

/** The token of the agreement that the sign-up form shows. */
export async function agreementFrom(port: number): Promise<string> {
  return JSON.parse((await visit(port, '/api/agreement/')).text).agreed;
}

/** Signs in as a program does: the response has tokens and no cookies. */
export async function signInByApi(port: number, login: string): Promise<Tokens> {
  const form = { login, password: DEMO_PASSWORD, bot_check: await answerFrom(port) };
  const answer = await visit(port, '/api/auth/sign-in/', jsonOf(form));
  return JSON.parse(answer.text);
}

/** Signs in as a visitor without JavaScript does. */
export async function postSignIn(
  port: number,
  login: string,
  headers: Record<string, string> = {},
): Promise<HttpAnswer> {
  const form = formOf({ login, password: DEMO_PASSWORD, bot_check: await answerFrom(port) });
  return visit(port, '/en/auth/sign-in', { ...form, headers: { ...form.headers, ...headers } });
}

export async function signInCookies(port: number, login: string): Promise<Record<string, string>> {
  return cookiesSet(await postSignIn(port, login));
}
