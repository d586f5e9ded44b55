import { makeExport } from '#server/data/index.ts';
import { openCopy } from './copy.ts';

// Stands for a copy of the app that makes somebody's file, to be killed at it.
const [databaseUrl = '', secret = '', memberId] = process.argv.slice(2);
await makeExport(openCopy(databaseUrl, secret), { memberId: Number(memberId) });
