import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import type { Contract } from '#contracts/contract.ts';
import { acceptedLanguage, ALL_LANGUAGES, type Language, type SiteLanguages } from '#domain/languages.ts';
import { PAGE_OWNER } from '#domain/page-owner.ts';
import { isOfConsole } from '#domain/console-paths.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import { isAble, STAFF_CONFIRMED_SECONDS } from '#domain/staff.ts';
import { isPageOwner, nameOfOwner, type Owner, readSession } from '#server/members/auth/index.ts';
import { addSeconds } from '#server/base/clock.ts';
import { readStaffSession } from '#server/operator/staff/index.ts';
import type { Services } from '#server/api/services.ts';
import { hashToken, isMadeWithOne } from '#server/base/secrets.ts';
import { answerFile } from '#server/api/answer-file.ts';
import { answerInTime } from '#server/api/answer-in-time.ts';
import { answerRefusal } from '#server/api/answer-refusal.ts';
import type { Caller, Connection, MemberCaller, Session, StaffSession } from '#server/api/caller.ts';
import { isConsoleOpen } from '#server/http/front/console-access.ts';
import { idempotent } from '#server/api/idempotency.ts';
import { logRefusal } from '#server/api/log-refusal.ts';
import { readInput } from '#server/api/read-input.ts';
import type { FileAnswer, Route } from '#server/api/route.ts';
import { isSignedByNode } from './verify-signature.ts';

export type ApiEnv = { Bindings: Connection; Variables: { language: Language } };

/** Any that is translated: the console speaks languages that a site may not offer to members. */
export function readLanguage({ fallback }: Pick<SiteLanguages, 'fallback'>): MiddlewareHandler<ApiEnv> {
  return (context, next) => {
    const header = context.req.header('accept-language');
    context.set('language', acceptedLanguage(header, { ...ALL_LANGUAGES, fallback }));
    return next();
  };
}

export async function serveContract(
  services: Services,
  { contract, run }: Route,
  context: Context<ApiEnv>,
  answerMs?: number,
): Promise<Response> {
  const { address, userAgent, requestId, sinceMs: startMs = performance.now() } = context.env;
  const isTimed = answerMs !== undefined && !contract.takes && TIMED_CALLERS.has(contract.caller);
  const inTime = <T>(work: Promise<T>, spentMs: number) => (isTimed ? answerInTime(answerMs - spentMs, work) : work);
  const language = context.get('language');
  const bearer = context.req.header('authorization');
  const caller: Caller = { address, userAgent, language, requestId };
  const logAndAnswer = (refused: Refused, staffSession?: StaffSession) => {
    logRefusal(services, contract, refused, staffSession);
    return answerRefusal(refused, language);
  };

  if (isOfConsole(contract.path) && !isConsoleOpen(services.config, context.env)) {
    return answerRefusal(refuse('not_found'), language);
  }
  const isOfMember = contract.caller === 'member';
  const session = isOfMember
    ? await inTime(sessionOf(services, contract, bearer, context.env), performance.now() - startMs)
    : undefined;
  if (isOfMember && !session) return answerRefusal(refuse('no_session'), language);
  const isOfStaff = contract.caller === 'staff';
  const staff = isOfStaff ? await readStaffSession(services, bearer, { isPolled: contract.polled }) : undefined;
  const ownerRefusal = refuseOtherOwner(services, contract, { session, staff }, context.req.header(PAGE_OWNER));
  if (ownerRefusal) return logAndAnswer(ownerRefusal, staff);
  const accessRefusal = isOfStaff ? staffRefusal(services, contract, staff) : undefined;
  if (accessRefusal) return logAndAnswer(accessRefusal, staff);
  if (contract.caller === 'operator' && !isOperator(services, bearer)) {
    return logAndAnswer(refuse(services.config.operatorKeys ? 'no_session' : 'not_found'));
  }
  if (contract.caller === 'node' && !(await isSignedByNode(services, context.req))) {
    return logAndAnswer(refuse('signature_invalid'));
  }

  // The sender decides how long the body takes, so `answerMs` excludes it.
  const gatesMs = performance.now() - startMs;
  const parsed = await readInput(contract, context.req);
  if ('refused' in parsed) return answerRefusal(parsed, language);

  const anySession = session ?? staff;
  const fullCaller = (anySession ? { ...caller, session: anySession } : caller) as MemberCaller;
  const { replica } = services;
  const execute = () => {
    if (contract.uid && session) {
      return idempotent(services, contract, {
        input: parsed.input,
        etag: context.req.header('etag'),
        memberId: session.member.id,
        work: (tx) => run(parsed.input, fullCaller, tx),
      });
    }
    if (!replica || !mayLag(contract, context.req)) return run(parsed.input, fullCaller, services.db);
    return replica.read(session?.member.id, (db) => run(parsed.input, fullCaller, db));
  };
  const work = execute().finally(() => {
    if (contract.method !== 'POST' || !session) return;
    replica?.noteWrite(session.member.id);
    context.env.sessions?.clear();
  });
  const result = await inTime(work, gatesMs);
  if (isRefused(result)) return logAndAnswer(result, staff);
  if (contract.answers) return answerFile(services, contract.answers, result as unknown as FileAnswer);
  const headers = { 'cache-control': 'no-store' };
  return Response.json(contract.output.parse(result), { status: contract.success, headers });
}

/** The reads of a page share one query, until a write ends. A write reads for itself. */
function sessionOf(
  services: Services,
  { method }: Contract,
  bearer: string | undefined,
  connection: Connection,
): Promise<Session | undefined> {
  const { sessions } = connection;
  if (!sessions || method === 'POST') return readSession(services, bearer, connection);
  const session = sessions.get(bearer ?? '') ?? readSession(services, bearer, connection);
  sessions.set(bearer ?? '', session);
  return session;
}

/** `answerMs` applies to these callers only: a batch of accruals or a staff report may take long. */
const TIMED_CALLERS = new Set<Contract['caller']>(['anyone', 'member', 'node']);

/** The gateway sends an empty owner for pages without one: they may read but not write. Programs send none. */
function refuseOtherOwner(
  services: Services,
  { method }: Contract,
  { session, staff }: { session: Session | undefined; staff: StaffSession | undefined },
  claim: string | undefined,
): Refused | undefined {
  const owner = ownerOf(session, staff);
  if (!owner || claim === undefined || isPageOwner(services, claim, owner)) return undefined;
  if (claim === '') return method === 'POST' ? refuse('page_outdated') : undefined;
  const before = nameOfOwner(claim);
  const isNamed = before !== undefined && before !== owner.name;
  return isNamed ? refuse('other_account', { params: { now: owner.name, before } }) : refuse('page_outdated');
}

function ownerOf(session: Session | undefined, staff: StaffSession | undefined): Owner | undefined {
  if (session) return { kind: 'member', id: session.member.id, name: session.member.username };
  return staff && { kind: 'staff', id: staff.staff.id, name: staff.staff.name };
}

function staffRefusal(
  { clock }: Services,
  { ability, confirmed }: Contract,
  session: StaffSession | undefined,
): Refused | undefined {
  if (!session) return refuse('no_session');
  if (ability && !isAble(session.staff.role, ability)) return refuse('not_able');
  const isConfirmed = addSeconds(session.confirmedAt, STAFF_CONFIRMED_SECONDS) > clock.now();
  return confirmed && !isConfirmed ? refuse('confirmation_required') : undefined;
}

/** Signed-in callers of public calls read the primary: they may have written this data themselves. */
function mayLag({ mayLag: isAllowed, caller }: Contract, request: HonoRequest): boolean {
  const wantsNewest = /\bno-cache\b/i.test(request.header('cache-control') ?? '');
  return Boolean(isAllowed) && !wantsNewest && (caller === 'member' || !request.header('authorization'));
}

function isOperator({ config }: Services, bearer: string | undefined): boolean {
  const [, key = ''] = /^Bearer (\S+)$/.exec(bearer ?? '') ?? [];
  return isMadeWithOne(config.operatorKeys ?? [], hashToken(key), hashToken);
}
