import * as z from 'zod/mini';
import { LEGAL_DOCUMENTS } from '#domain/legal.ts';
import { contract } from '../contract.ts';
import { requiredText } from '../fields.ts';
import { difference, draftState, FILE_MAX, reasonField, seenField, shownField } from './fields.ts';

const document = requiredText(64);
const version = z.object({ version: z.string(), date: z.iso.date(), published_at: z.iso.datetime() });

/** No pages: the list of documents is fixed. */
export const listConsoleLegal = contract({
  method: 'GET',
  path: '/operator/api/legal/',
  summary: 'All legal documents with their newest version and draft',
  caller: 'staff',
  ability: 'legal.read',
  input: z.strictObject({}),
  output: z.object({
    items: z.array(
      z.object({
        document: z.enum(LEGAL_DOCUMENTS),
        published: z.nullable(version),
        draft: z.nullable(draftState),
      }),
    ),
  }),
  success: 200,
  refusals: [],
});

const draft = z.object({
  document: z.enum(LEGAL_DOCUMENTS),
  file: z.string(),
  draft: z.nullable(draftState),
  ...difference,
});
export type LegalDraft = z.infer<typeof draft>;

export const getLegalDraft = contract({
  method: 'GET',
  path: '/operator/api/legal/{document}/draft/',
  summary: 'The file of a legal document as it shall be, its errors, and what publishing it would change',
  caller: 'staff',
  ability: 'legal.change',
  input: z.strictObject({ document }),
  output: draft,
  success: 200,
  refusals: ['not_found'],
});

export const saveLegalDraft = contract({
  method: 'POST',
  path: '/operator/api/legal/{document}/draft/',
  summary: 'Keeps the draft, errors and all; visitors see nothing of it',
  caller: 'staff',
  ability: 'legal.change',
  input: z.strictObject({ document, file: requiredText(FILE_MAX), seen: seenField }),
  output: draft,
  success: 200,
  refusals: ['not_found', 'draft_moved_on'],
});

export const discardLegalDraft = contract({
  method: 'POST',
  path: '/operator/api/legal/{document}/draft/removal/',
  summary: 'Deletes the draft; deleting it again changes nothing',
  caller: 'staff',
  ability: 'legal.change',
  input: z.strictObject({ document, seen: seenField, reason: reasonField }),
  output: draft,
  success: 200,
  refusals: ['not_found', 'draft_moved_on'],
});

export const publishLegalDraft = contract({
  method: 'POST',
  path: '/operator/api/legal/{document}/draft/publication/',
  summary: 'Publishes the draft as a new version, if it still changes what was shown',
  caller: 'staff',
  ability: 'legal.change',
  confirmed: true,
  input: z.strictObject({ document, shown: shownField, reason: reasonField }),
  output: draft,
  success: 200,
  refusals: ['not_found', 'draft_moved_on', 'draft_wrong'],
});
