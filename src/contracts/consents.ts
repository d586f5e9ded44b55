import * as z from 'zod/mini';
import { CONSENT_DOCUMENTS } from '#domain/legal.ts';
import { contract } from './contract.ts';

const document = z.object({
  document: z.enum(CONSENT_DOCUMENTS),
  version: z.string(),
  /** Day from which this version applies. */
  date: z.iso.date(),
});

export const getAgreement = contract({
  method: 'GET',
  path: '/api/agreement/',
  summary: 'What a guest agrees to by signing up: the minimum age and the current versions of the terms and the privacy notice',
  caller: 'anyone',
  input: z.strictObject({}),
  output: z.object({
    minimum_age: z.int(),
    /** Empty if the operator has not published both. */
    documents: z.array(document),
    /** For `signUp`, which refuses it once there is another version. */
    agreed: z.string(),
  }),
  success: 200,
  refusals: ['too_often'],
});
