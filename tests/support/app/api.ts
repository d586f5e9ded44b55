import { getBotCheck, signIn } from '#contracts/auth.ts';
import { toResult, toApiRequest, type Result } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { tagOf, type Language } from '#domain/languages.ts';
import type { App } from '#server/http/calls/app.ts';
import { DEMO_PASSWORD } from '#server/operator/seed/cast.ts';
import { inProcess } from '#server/http/calls/transport.ts';
import { answerQuestion, solveBotCheck } from '../people/bot-check.ts';

type Options = { bearer?: string; address?: string; userAgent?: string; language?: Language; uid?: string };

/** Calls the API as a program: without cookies, with a bearer token if one is given. */
export type Api = {
  call<C extends Contract>(contract: C, input: InputOf<C>, options?: Options): Promise<Result<OutputOf<C>>>;
  /** Solution of a bot check, valid for one form. */
  botCheck(): Promise<string>;
  /** Solution by the question in words: costs no computing, but has a limit per address. */
  answer(): Promise<string>;
  signIn(login: string, password?: string): Promise<SignedIn>;
};

export function apiOf(app: App): Api {
  const transport = inProcess(app);
  const call: Api['call'] = async (contract, input, options = {}) => {
    const { bearer, address = '192.0.2.1', userAgent = '', language = 'en', uid } = options;
    const apiRequest = toApiRequest(contract, input, tagOf(language), uid === undefined ? {} : { uid });
    if (bearer) apiRequest.headers['authorization'] = `Bearer ${bearer}`;
    const { status, headers, text } = await transport(apiRequest, { address, userAgent, requestId: 'test' });
    return toResult(status, headers.get('retry-after'), JSON.parse(text));
  };
  const check = async () => dataOf(await call(getBotCheck, {}));
  const answer = async () => answerQuestion((await check()).question);
  return {
    call,
    botCheck: async () => solveBotCheck((await check()).challenge),
    answer,
    async signIn(login, password = DEMO_PASSWORD) {
      const form = { login, password, bot_check: await answer() };
      return signedIn(await call(signIn, form, { address: newAddress() }));
    },
  };
}

type SignedIn = Exclude<OutputOf<typeof signIn>, { pending: string }>;

/** Throws if the sign-in asks for a second factor. */
export function signedIn(result: Result<OutputOf<typeof signIn>>): SignedIn {
  const data = dataOf(result);
  if ('pending' in data) throw new Error('A code is asked for.');
  return data;
}

export function dataOf<Data>(result: Result<Data>): Data {
  if (!result.success) throw new Error(`${result.error.code}: ${JSON.stringify(result.error.fields ?? {})}`);
  return result.data;
}

/** The code of the refusal, or `done`. */
export function refusalOf(result: Result<unknown>): string {
  return result.success ? 'done' : result.error.code;
}

let addresses = 0;

/** A new address each time, so that limits by address never add visitors together. */
export function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}
