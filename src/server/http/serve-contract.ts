import { timingSafeEqual } from 'node:crypto';
import type { Context, HonoRequest } from 'hono';
import { acceptedLanguage } from '#domain/languages.ts';
import { isRefused, refuse } from '#domain/refusals.ts';
import { readSession, supposeSession } from '#server/auth/index.ts';
import type { House } from '#server/house.ts';
import { hashToken } from '#server/secrets.ts';
import { answerFile } from './answer-file.ts';
import { answerRefusal } from './answer-refusal.ts';
import type { Caller, Connection, MemberCaller } from './caller.ts';
import { jsonAnswer } from './json-answer.ts';
import { keepAnswer } from './keep-answer.ts';
import { readInput } from './read-input.ts';
import type { FileAnswer, Route } from './route.ts';
import { isSignedByNode } from './verify-signature.ts';

export type ApiEnv = { Bindings: Connection };

/** Gates, one call, a presenter: the contract's session and input first, its output schema last. */
export async function serveContract(
  house: House,
  { contract, run }: Route,
  context: Context<ApiEnv>,
): Promise<Response> {
  const { address, userAgent, requestId } = context.env;
  const language = acceptedLanguage(context.req.header('accept-language'));
  const bearer = context.req.header('authorization');
  const caller: Caller = { address, userAgent, language, requestId };

  const early = await lookEarly(house, { contract, run }, context.req, caller);
  const session = contract.caller === 'member' ? await sessionOf(house, context.env, bearer) : undefined;
  if (contract.caller === 'member' && !session) return answerRefusal(refuse('no_session'), language);
  if (contract.caller === 'operator' && !isOperator(house, bearer)) {
    return answerRefusal(refuse(house.config.operatorKey ? 'no_session' : 'not_found'), language);
  }
  if (contract.caller === 'node' && !(await isSignedByNode(house, context.req))) {
    return answerRefusal(refuse('signature_invalid'), language);
  }

  const read = early?.read ?? (await readInput(contract, context.req));
  if ('refused' in read) return answerRefusal(read, language);

  const asker = (session ? { ...caller, session } : caller) as MemberCaller;
  const act = () =>
    contract.uid && session
      ? keepAnswer(house, contract, {
          input: read.input,
          etag: context.req.header('etag'),
          memberId: session.member.id,
          work: (tx) => run(read.input, asker, tx),
        })
      : run(read.input, asker, house.db);
  const result = await (early && early.supposed === session ? early.found : act());
  if (contract.method === 'POST') delete (context.env as Known)[SESSIONS];
  if (isRefused(result)) return answerRefusal(result, language);
  if (contract.answers) return answerFile(house, contract.answers, result as unknown as FileAnswer);
  return jsonAnswer(contract.output.parse(result), contract.success, { 'cache-control': 'no-store' });
}

/**
 * What somebody looks at is asked for together with whether their session stands, which would be a trip of its own. A
 * look writes nothing, and nothing of it is told unless the session stands and its member is as supposed.
 */
async function lookEarly(house: House, { contract, run }: Route, request: HonoRequest, caller: Caller) {
  if (contract.method !== 'GET' || contract.caller !== 'member' || contract.answers) return undefined;
  const supposed = await supposeSession(house, request.header('authorization'));
  const read = supposed && (await readInput(contract, request));
  if (!read || 'refused' in read) return undefined;
  const asker: MemberCaller = { ...caller, session: supposed };
  const found = run(read.input, asker, house.db);
  // Whoever has no session is told that, and not what went wrong.
  found.catch(() => {});
  return { supposed, read, found };
}

/** Stands on the connection itself: what a WeakMap has for it would outlive it until all is collected (decision 0044). */
const SESSIONS = Symbol('sessions');
type Sessions = Map<string, ReturnType<typeof readSession>>;
type Known = Connection & { [SESSIONS]?: Sessions };

/**
 * The calls that draw one page come together, for one visitor: the session is asked for once. A call that changes
 * something ends what was known.
 */
function sessionOf(house: House, connection: Known, bearer: string | undefined): ReturnType<typeof readSession> {
  const known = (connection[SESSIONS] ??= new Map());
  const session = known.get(bearer ?? '') ?? readSession(house, bearer);
  known.set(bearer ?? '', session);
  return session;
}

function isOperator({ config }: House, bearer: string | undefined): boolean {
  const [, key] = /^Bearer (\S+)$/.exec(bearer ?? '') ?? [];
  if (!key || !config.operatorKey) return false;
  return timingSafeEqual(hashToken(key), hashToken(config.operatorKey));
}
