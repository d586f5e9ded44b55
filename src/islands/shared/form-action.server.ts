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
  /** Whether it is this action that the form asks for, of a page that has several. */
  when?: (form: Form<Name>, page: AstroGlobal) => boolean;
  /** What is asked for, where it is not the fields and the words of the address by their names. */
  input?: (form: Form<Name>, page: AstroGlobal) => InputOf<C>;
  /** What the page itself finds wrong; then nothing is asked for. */
  check?: (form: Form<Name>, page: AstroGlobal) => FieldErrors;
  /** Where to go on; without it the page shows what came of the form. */
  done?: (taken: Taken<C, Name>) => string;
  /** The page, if its form comes back filled after a session has ended. */
  kept?: KeptPage;
};

type Taken<C extends Contract, Name extends string> = {
  data: OutputOf<C>;
  form: Form<Name>;
  language: Language;
  page: AstroGlobal;
};

/** What a page renders its form from. */
export type Posted<Name extends string, Data = unknown> = {
  /** What was typed, whether it was sent, only switched to another language or kept. */
  form: Form<Name> | undefined;
  /** Whether the call was made, or would have been had nothing been wrong. */
  isSent: boolean;
  data: Data | undefined;
  refusal: Refusal | undefined;
  rendered: ReturnType<typeof renderedOf>;
  /** Names the next attempt, which is the same one while nobody knows what became of it. */
  uid: string;
};

/** What a page gets of its action. */
export type PostedOf<A extends Action<unknown>> = Exclude<Awaited<ReturnType<A>>, Response>;

/** Takes the form of a page: 303 to where it is done, or else what to render the page with. */
export function formAction<C extends Contract, const Name extends string>(options: Options<C, Name>) {
  const { contract, fields, when, done, kept } = options;
  const names: readonly string[] = contract.uid ? [...fields, 'uid'] : fields;
  return async (page: AstroGlobal): Promise<Response | Posted<Name, OutputOf<C>>> => {
    const read = (await readForm(page, names)) ?? (kept && (await readKeptForm(page, kept, names)));
    const form = read as Form<Name> | undefined;
    const isSent = form !== undefined && !isDraft(form) && (when?.(form, page) ?? true);
    const uid = readUid(read?.['uid'] ?? '');
    const result = isSent ? await send(page, form, options, uid) : undefined;
    const refusal = refusalOf(result);
    if (form && done && result?.success) {
      const { language } = page.locals;
      return page.redirect(done({ data: result.data, form, language, page }), 303);
    }
    if (refusal && contract.caller === 'member' && isOfNobodyHere(refusal)) return respondToRefusal(page, refusal);
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

/** The session is over, or another account’s: the page would be refused as well. */
function isOfNobodyHere(refusal: Refusal): boolean {
  return refusal.status === 401 || isOfOtherPage(refusal);
}

async function send<C extends Contract, Name extends string>(
  page: AstroGlobal,
  form: Form<Name>,
  { contract, input, check }: Options<C, Name>,
  uid: string,
): Promise<Result<OutputOf<C>>> {
  const fields = onlyWrong(check?.(form, page) ?? {});
  if (Object.keys(fields).length > 0) {
    return { success: false, error: { status: 422, code: 'invalid', detail: '', fields } };
  }
  const asked = input ? input(form, page) : inputOf(contract, { ...page.params, ...form });
  return page.locals.call(contract, asked, contract.uid ? { uid } : {});
}

function onlyWrong(errors: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(Object.entries(errors).flatMap(([name, found]) => (found?.length ? [[name, found]] : [])));
}

/** By the schema: a box is ticked when it has a value, and what may be left out is, when it is empty. */
function inputOf<C extends Contract>({ input }: C, words: Record<string, string | undefined>): InputOf<C> {
  const values = Object.entries(input.shape).flatMap(([name, schema]) => {
    const word = words[name];
    if (word === undefined) return [];
    if (safeParse(schema, true).success) return [[name, word !== '']];
    return word === '' && safeParse(schema, undefined).success ? [] : [[name, word]];
  });
  return Object.fromEntries(values) as InputOf<C>;
}

type Action<P> = (page: AstroGlobal) => Promise<Response | P>;

/** Of two actions that a page has, the one that the form asks for. */
export function oneOf<P extends Posted<string>, Q extends Posted<string>>(first: Action<P>, second: Action<Q>) {
  return async (page: AstroGlobal): Promise<Response | P | Q> => {
    const posted = await first(page);
    return posted instanceof Response || posted.isSent ? posted : second(page);
  };
}
