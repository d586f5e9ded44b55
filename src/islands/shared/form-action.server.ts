import type { AstroGlobal } from 'astro';
import { safeParse } from 'zod/mini';
import { newUid, readUid } from '#client/new-uid.ts';
import { isOfOtherPage, isUndecided, type Refusal, type Result } from '#contracts/call.ts';
import type { Contract, InputOf, OutputOf } from '#contracts/contract.ts';
import { type FieldErrors, refusalOf, renderedOf } from '#contracts/refused.ts';
import type { KeptPage } from '#domain/kept-forms.ts';
import type { Language } from '#domain/languages.ts';
import { type Form, isDraft, readForm, readKeptForm } from './read-form.server.ts';
import { respondToRefusal } from './respond-to-refusal.server.ts';

type Options<C extends Contract, Name extends string> = {
  contract: C;
  fields: readonly Name[];
  /** Selects the action on a page with several. */
  when?: (form: Form<Name>, page: AstroGlobal) => boolean;
  /** Default: the form fields and the route parameters, by name. */
  input?: (form: Form<Name>, page: AstroGlobal) => InputOf<C>;
  /** Faults that the page finds; with any, no call is made. */
  check?: (form: Form<Name>, page: AstroGlobal) => FieldErrors;
  /** Redirect target; without it the page renders the result. */
  done?: (completed: Completed<C, Name>) => string;
  /** Set if the form is restored after its session has ended. */
  kept?: KeptPage;
};

type Completed<C extends Contract, Name extends string> = {
  data: OutputOf<C>;
  form: Form<Name>;
  language: Language;
  page: AstroGlobal;
};

export type Posted<Name extends string, Data = unknown> = {
  /** Also set for a draft: a language switch or a restored form. */
  form: Form<Name> | undefined;
  /** Also true if `check` prevented the call. */
  isSent: boolean;
  data: Data | undefined;
  refusal: Refusal | undefined;
  rendered: ReturnType<typeof renderedOf>;
  /** Idempotency key of the next attempt; kept while the result is unknown. */
  uid: string;
};

export type PostedOf<A extends Action<unknown>> = Exclude<Awaited<ReturnType<A>>, Response>;

/** Handles a posted form: 303 to `done` on success, otherwise the data to render. */
export function formAction<C extends Contract, const Name extends string>(options: Options<C, Name>) {
  const { contract, fields, when, done, kept } = options;
  const names: readonly string[] = contract.uid ? [...fields, 'uid'] : fields;
  return async (page: AstroGlobal): Promise<Response | Posted<Name, OutputOf<C>>> => {
    const posted = (await readForm(page, names)) ?? (kept && (await readKeptForm(page, kept, names)));
    const form = posted as Form<Name> | undefined;
    const isSent = form !== undefined && !isDraft(form) && (when?.(form, page) ?? true);
    const uid = readUid(posted?.['uid'] ?? '');
    const result = isSent ? await send(page, form, options, uid) : undefined;
    const refusal = refusalOf(result);
    if (form && done && result?.success) {
      const { language } = page.locals;
      return page.redirect(done({ data: result.data, form, language, page }), 303);
    }
    if (refusal && contract.caller === 'member' && isWrongSession(refusal)) return respondToRefusal(page, refusal);
    if (refusal) page.response.status = refusal.status;
    return {
      form,
      isSent,
      data: result?.success ? result.data : undefined,
      refusal,
      rendered: renderedOf(refusal),
      uid: refusal && isUndecided(refusal) ? uid : newUid(),
    };
  };
}

/** Without a session, or with another account's, the page's own calls would be refused too. */
function isWrongSession(refusal: Refusal): boolean {
  return refusal.status === 401 || isOfOtherPage(refusal);
}

async function send<C extends Contract, Name extends string>(
  page: AstroGlobal,
  form: Form<Name>,
  { contract, input, check }: Options<C, Name>,
  uid: string,
): Promise<Result<OutputOf<C>>> {
  const fields = dropEmpty(check?.(form, page) ?? {});
  if (Object.keys(fields).length > 0) {
    return { success: false, error: { status: 422, code: 'invalid', detail: '', fields } };
  }
  const callInput = input ? input(form, page) : inputOf(contract, { ...page.params, ...form });
  return page.locals.call(contract, callInput, contract.uid ? { uid } : {});
}

function dropEmpty(errors: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) => (messages?.length ? [[name, messages]] : [])),
  );
}

/** The schema decides: a non-empty checkbox is true, an empty optional field is omitted. */
function inputOf<C extends Contract>({ input }: C, fields: Record<string, string | undefined>): InputOf<C> {
  const values = Object.entries(input.shape).flatMap(([name, schema]) => {
    const text = fields[name];
    if (text === undefined) return [];
    if (safeParse(schema, true).success) return [[name, text !== '']];
    return text === '' && safeParse(schema, undefined).success ? [] : [[name, text]];
  });
  return Object.fromEntries(values) as InputOf<C>;
}

type Action<P> = (page: AstroGlobal) => Promise<Response | P>;

export function oneOf<P extends Posted<string>, Q extends Posted<string>>(first: Action<P>, second: Action<Q>) {
  return async (page: AstroGlobal): Promise<Response | P | Q> => {
    const posted = await first(page);
    return posted instanceof Response || posted.isSent ? posted : second(page);
  };
}
