import * as z from 'zod/mini';
import { LANGUAGES } from '#domain/languages.ts';
import { LEGAL_DOCUMENTS } from '#domain/legal.ts';
import { contract } from './contract.ts';
import { text } from './fields.ts';

const document = z.enum(LEGAL_DOCUMENTS);

export const getLegalDocument = contract({
  method: 'GET',
  path: '/api/legal/{document}/',
  summary: 'The current version of a legal document, in the reader’s language where it is written in it',
  caller: 'anyone',
  input: z.strictObject({ document: text(64) }),
  output: z.object({
    document,
    version: z.string(),
    /** Day from which this version applies. */
    date: z.iso.date(),
    language: z.enum(LANGUAGES.map(({ segment }) => segment)),
    title: z.string(),
    html: z.string(),
    /** All published documents, in a fixed order. */
    published: z.array(z.object({ document, title: z.string() })),
  }),
  success: 200,
  refusals: ['not_found', 'too_often'],
});
