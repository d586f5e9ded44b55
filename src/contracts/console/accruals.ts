import * as z from 'zod/mini';
import { CSV_PROBLEMS } from '#domain/csv-problems.ts';
import { fault } from '#domain/field-faults.ts';
import { BATCH_PATTERN } from '#domain/history.ts';
import { contract } from '../contract.ts';
import { filter, must, pageOf, requiredText, text, wholeNumber } from '../fields.ts';
import { consolePage, listFields, listTotal, reasonField } from './fields.ts';
import { startedWork } from './work.ts';

const BATCH_MAX = 64;
const LABELS_MAX = 16_000;

const DRAFT_STATES = ['checked', 'waiting', 'posting', 'posted', 'discarded'] as const;

export const accrualDraft = z.object({
  id: z.string(),
  batch: z.string(),
  lines: z.number(),
  total: z.string(),
  faults: z.number(),
  sums: z.array(z.object({ reason: z.string(), lines: z.number(), total: z.string() })),
  prepared_by: z.string(),
  prepared_at: z.iso.datetime(),
  state: z.enum(DRAFT_STATES),
  posted_lines: z.nullable(z.number()),
  /** Refusal code of the latest attempt to post; null if there is none. */
  failed: z.nullable(z.string()),
  is_batch_known: z.boolean(),
  /** Contents of that batch, as of the latest check. */
  earlier: z.nullable(z.enum(['same', 'different'])),
  /** Posted batches with lines of this file: same member, amount, reason and document. */
  repeats: z.array(z.object({ batch: z.string(), lines: z.number() })),
  /** Lines that repeat earlier ones of this file, as of the latest check; at most ten are named. */
  doubles: z.object({ count: z.number(), lines: z.array(z.object({ line: z.number(), first: z.number() })) }),
});
export type AccrualDraft = z.infer<typeof accrualDraft>;

const UPLOADS = '/operator/api/accruals/uploads/';

export const askToUploadAccruals = contract({
  method: 'GET',
  path: UPLOADS,
  summary: 'How large a file may be, refused to whom it would be: asked before megabytes are sent for nothing',
  caller: 'staff',
  ability: 'accruals.post',
  input: z.strictObject({}),
  output: z.object({ max_bytes: z.number(), max_lines: z.number() }),
  success: 200,
  refusals: [],
});

export const uploadAccruals = contract({
  method: 'POST',
  path: UPLOADS,
  summary: 'Takes a CSV file of earnings and checks it as the command does. It is kept as a draft; nothing is posted',
  caller: 'staff',
  ability: 'accruals.post',
  takes: 'multipart/form-data',
  input: z.strictObject({
    file: z.file({ error: fault('file_required') }).check(z.refine((file) => file.size > 0, fault('file_required'))),
    batch: requiredText(BATCH_MAX).check(must((name) => name === '' || BATCH_PATTERN.test(name), 'batch_name')),
    /** JSON, the same file as for `--labels`; empty for none. */
    labels: text(LABELS_MAX),
  }),
  output: z.object({
    draft: z.nullable(accrualDraft),
    problem: z.nullable(z.object({ code: z.enum(CSV_PROBLEMS), sentence: z.string() })),
  }),
  success: 200,
  refusals: ['too_large'],
});

export const getAccrualTemplate = contract({
  method: 'GET',
  path: '/operator/api/accruals/template/',
  summary: 'An example of a file of earnings, as spreadsheets of the reader’s language write it',
  caller: 'staff',
  ability: 'accruals.post',
  answers: 'text/csv',
  input: z.strictObject({}),
  output: z.string(),
  success: 200,
  refusals: [],
});

export const listAccrualDrafts = contract({
  method: 'GET',
  path: '/operator/api/accruals/drafts/',
  summary: 'Files that were uploaded, the newest first',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject(consolePage),
  output: z.object({ ...pageOf(accrualDraft), total: listTotal }),
  success: 200,
  refusals: [],
});

const ofDraft = { id: requiredText(64) };

export const getAccrualDraft = contract({
  method: 'GET',
  path: '/operator/api/accruals/drafts/{id}/',
  summary: 'One uploaded file: what it comes to and where it stands',
  caller: 'staff',
  ability: 'accruals.read',
  polled: true,
  input: z.strictObject(ofDraft),
  output: accrualDraft,
  success: 200,
  refusals: ['not_found'],
});

const lineFault = z.object({
  line: z.number(),
  field: z.string(),
  written: z.string(),
  sentence: z.string(),
});
export type DraftFault = z.infer<typeof lineFault>;

export const listDraftFaults = contract({
  method: 'GET',
  path: '/operator/api/accruals/drafts/{id}/faults/',
  summary: 'Everything that is wrong with an uploaded file, in the order of its lines as an editor counts them',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject({ ...ofDraft, ...consolePage }),
  output: z.object(pageOf(lineFault)),
  success: 200,
  refusals: ['not_found'],
});

const draftLine = z.object({
  line: z.number(),
  username: z.string(),
  amount: z.string(),
  reason: z.string(),
  source: z.string(),
  document: z.string(),
});
export type DraftLineRow = z.infer<typeof draftLine>;

export const listDraftLines = contract({
  method: 'GET',
  path: '/operator/api/accruals/drafts/{id}/lines/',
  summary: 'The lines of an uploaded file until it is posted or discarded; they count from 1, without the header',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject({
    ...ofDraft,
    /** Beginning of a username or document, or a whole reason. */
    search: filter(text(128)),
    ...listFields(['line', 'amount']),
  }),
  output: z.object({ ...pageOf(draftLine), total: listTotal }),
  success: 200,
  refusals: ['not_found'],
});

export const accrualBatch = z.object({
  batch: z.string(),
  lines: z.number(),
  total: z.string(),
  posted_at: z.iso.datetime(),
});
export type AccrualBatch = z.infer<typeof accrualBatch>;

const differing = z.object({
  count: z.number(),
  largest: z.array(z.object({ username: z.string(), before: z.string(), now: z.string() })),
});

export const accrualSummary = z.object({
  largest: z.array(draftLine),
  members: z.array(z.object({ username: z.string(), lines: z.number(), total: z.string() })),
  /** The batch posted last. */
  previous: z.nullable(accrualBatch),
  /** With the batch that was the last at the check. */
  comparison: z.nullable(z.object({ batch: z.string(), new: differing, changed: differing, missing: differing })),
});
export type AccrualSummary = z.infer<typeof accrualSummary>;

export const getDraftSummary = contract({
  method: 'GET',
  path: '/operator/api/accruals/drafts/{id}/summary/',
  summary: 'The ten largest lines and sums of members of an uploaded file, and the batch posted last',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject(ofDraft),
  output: accrualSummary,
  success: 200,
  refusals: ['not_found'],
});

export const checkDraftAgain = contract({
  method: 'POST',
  path: '/operator/api/accruals/drafts/{id}/check/',
  summary: 'Checks an uploaded file with the members as they are now; nothing is posted',
  caller: 'staff',
  ability: 'accruals.post',
  input: z.strictObject({ ...ofDraft, reason: reasonField }),
  output: z.object({ outcome: z.enum(['checked', 'faults', 'posted_before', 'batch_reused']), draft: accrualDraft }),
  success: 200,
  refusals: ['not_found', 'decided_before'],
});

export const postDraft = contract({
  method: 'POST',
  path: '/operator/api/accruals/drafts/{id}/posting/',
  summary: 'Has a job post an uploaded file, whole or nothing of it; a large one then waits for a second person',
  caller: 'staff',
  ability: 'accruals.post',
  confirmed: true,
  /** `again` also posts lines that another batch or an earlier line has. */
  input: z.strictObject({ ...ofDraft, again: z.optional(z.boolean(fault('invalid'))), reason: reasonField }),
  output: accrualDraft,
  success: 202,
  refusals: ['not_found', 'decided_before', 'accrual_faults', 'accrual_repeated', 'accrual_doubled'],
});

export const discardDraft = contract({
  method: 'POST',
  path: '/operator/api/accruals/drafts/{id}/removal/',
  summary: 'Puts an uploaded file away unposted; again it changes nothing',
  caller: 'staff',
  ability: 'accruals.post',
  input: z.strictObject({ ...ofDraft, reason: reasonField }),
  output: accrualDraft,
  success: 200,
  refusals: ['not_found', 'decided_before'],
});

export const listAccrualBatches = contract({
  method: 'GET',
  path: '/operator/api/accruals/batches/',
  summary: 'Batches that were posted, whoever posted them, the newest first',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject(consolePage),
  output: z.object({ ...pageOf(accrualBatch), total: listTotal }),
  success: 200,
  refusals: [],
});

const ofBatch = { batch: requiredText(BATCH_MAX) };

export const getAccrualBatch = contract({
  method: 'GET',
  path: '/operator/api/accruals/batches/{batch}/',
  summary: 'One posted batch',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject(ofBatch),
  output: z.extend(accrualBatch, {
    /** Null if nobody uploaded it or a second person was not needed. `posted` may be a command. */
    people: z.object({
      uploaded: z.nullable(z.string()),
      posted: z.nullable(z.string()),
      approved: z.nullable(z.string()),
    }),
  }),
  success: 200,
  refusals: ['not_found'],
});

export const batchLine = z.object({
  line: z.number(),
  username: z.string(),
  amount: z.string(),
  reason: z.string(),
  document: z.string(),
  is_reversed: z.boolean(),
});
export type BatchLineRow = z.infer<typeof batchLine>;

export const listBatchLines = contract({
  method: 'GET',
  path: '/operator/api/accruals/batches/{batch}/lines/',
  summary: 'The lines of a posted batch as the ledger has them; they count from 1, without the header',
  caller: 'staff',
  ability: 'accruals.read',
  input: z.strictObject({ ...ofBatch, ...consolePage }),
  output: z.object({ ...pageOf(batchLine), total: listTotal }),
  success: 200,
  refusals: ['not_found'],
});

export const reverseBatch = contract({
  method: 'POST',
  path: '/operator/api/accruals/batches/{batch}/reversal/',
  summary:
    'Has a job take back a batch, or only one line of it, whole or nothing; a large one waits for a second person',
  caller: 'staff',
  ability: 'accruals.post',
  confirmed: true,
  input: z.strictObject({ ...ofBatch, line: z.optional(wholeNumber(1, 999_999)), reason: reasonField }),
  output: startedWork,
  success: 202,
  refusals: ['not_found'],
});
