import type * as z from 'zod/mini';
import type {
  discardLegalDraft,
  LegalDraft,
  listConsoleLegal,
  publishLegalDraft,
  saveLegalDraft,
} from '#contracts/console/legal.ts';
import type { OutputOf } from '#contracts/contract.ts';
import type { Language } from '#domain/languages.ts';
import { isLegalDocument, LEGAL_DOCUMENTS, type LegalDocument } from '#domain/legal.ts';
import { isRefused, refuse, type Refused } from '#domain/refusals.ts';
import type { Db } from '#server/db/connect.ts';
import { tryOut } from '#server/db/transaction.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import type { Services } from '#server/api/services.ts';
import type { StaffCaller } from '#server/api/caller.ts';
import {
  legalSample,
  listLegalVersions,
  newestLegalFile,
  publishLegal,
  readLegalFile,
} from '#server/members/legal/index.ts';
import { audited } from '#server/operator/staff/index.ts';
import {
  draftState,
  fingerprint,
  LEGAL_DRAFTS,
  readAllDrafts,
  readDraft,
  removeDraft,
  saveDraft,
  takeDraft,
} from './drafts.ts';

export async function list({ db }: Services): Promise<OutputOf<typeof listConsoleLegal>> {
  const [versions, drafts] = await Promise.all([listLegalVersions(db), readAllDrafts(db, LEGAL_DRAFTS)]);
  const items = LEGAL_DOCUMENTS.map((document) => {
    const newest = versions.find((one) => one.document === document);
    const published = newest && {
      ...{ version: newest.version, date: newest.date, published_at: newest.publishedAt.toISOString() },
    };
    return { document, published: published ?? null, draft: draftState(drafts.get(document)) };
  });
  return { items };
}

/** Begins with the newest version, or with a sample. */
export async function describe(
  services: Services,
  document: string,
  language: Language,
): Promise<LegalDraft | Refused> {
  if (!isLegalDocument(document)) return refuse('not_found');
  const { db } = services;
  const draft = await readDraft(db, LEGAL_DRAFTS, document);
  const file = draft?.file ?? (await newestLegalFile(db, document)) ?? (await legalSample(document));
  const trial = await tryOut(services.transaction, (tx) => publishFile(tx, services, { document, file, language }));
  return { document, file, draft: draftState(draft), ...trial.shown };
}

export async function save(
  services: Services,
  { document, file, seen }: z.output<typeof saveLegalDraft.input>,
  { session, language }: StaffCaller,
): Promise<LegalDraft | Refused> {
  if (!isLegalDocument(document)) return refuse('not_found');
  const write = { id: document, file, seen, staffId: session.staff.id, now: services.clock.now() };
  const saved = await services.transaction((tx) => saveDraft(tx, LEGAL_DRAFTS, write));
  return isRefused(saved) ? saved : describe(services, document, language);
}

export async function discard(
  services: Services,
  { document, seen, reason }: z.output<typeof discardLegalDraft.input>,
  caller: StaffCaller,
): Promise<LegalDraft | Refused> {
  const result = await audited(services, caller, reason, async (tx) => {
    const answer = await removeDraft(tx, LEGAL_DRAFTS, { id: document, seen });
    if (isRefused(answer)) return answer;
    const change = { action: 'legal draft (discarded)', subject: `legal:${document}` };
    return { answer, change: answer.removed ? change : undefined };
  });
  return isRefused(result) ? result : describe(services, document, caller.language);
}

/** Refuses if draft or document changed since they were shown. */
export async function publish(
  services: Services,
  { document, shown, reason }: z.output<typeof publishLegalDraft.input>,
  caller: StaffCaller,
): Promise<LegalDraft | Refused> {
  if (!isLegalDocument(document)) return refuse('not_found');
  const { language } = caller;
  const result = await audited(services, caller, reason, async (tx) => {
    const file = await takeDraft(tx, LEGAL_DRAFTS, document);
    if (file === undefined) return refuse('not_found');
    const { isPublished, shown: facts } = await publishFile(tx, services, { document, file, language });
    if (facts.shown !== shown) return refuse('draft_moved_on');
    if (facts.wrong.length > 0) return refuse('draft_wrong');
    const values = (of: 'before' | 'after') => Object.fromEntries(facts.changes.map((one) => [one.name, one[of]]));
    const change = {
      ...{ action: 'legal publish', subject: `legal:${document}`, before: values('before'), after: values('after') },
    };
    return { answer: {}, change: isPublished ? change : undefined };
  });
  return isRefused(result) ? result : describe(services, document, language);
}

type DraftFacts = Pick<LegalDraft, 'wrong' | 'changes' | 'shown'>;
type Trial = { document: LegalDocument; file: string; language: Language };

async function publishFile(
  tx: Db,
  services: Services,
  { document, file, language }: Trial,
): Promise<{ isPublished: boolean; shown: DraftFacts }> {
  const read = readLegalFile(file, { expected: document, required: services.config.languages.fallback });
  const published = 'wrong' in read ? read : await publishLegal(tx, services, read.legal);
  if ('wrong' in published) {
    const shown = fingerprint(file, published.wrong);
    return { isPublished: false, shown: { wrong: tellFaults(published.wrong, language), changes: [], shown } };
  }
  const changes = published.changes.map((change) => ({ subject: document, ...change }));
  const shown = fingerprint(file, changes);
  return { isPublished: published.state === 'published', shown: { wrong: [], changes, shown } };
}
