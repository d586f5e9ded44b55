import { makeExport } from '#server/members/data/index.ts';
import { openCopy } from './copy.ts';

// Acts as a copy of the app that writes a member's export. After some writes it prints `half-way` and hangs until it is
// killed.
const [databaseUrl = '', secret = '', memberId] = process.argv.slice(2);
const WRITES = 3;

const services = openCopy(databaseUrl, secret);
let writes = 0;
const stay = () => {
  console.log('half-way');
  return new Promise<never>(() => {});
};
await makeExport(
  {
    ...services,
    transaction(work) {
      writes += 1;
      return writes > WRITES ? stay() : services.transaction(work);
    },
  },
  { memberId: Number(memberId) },
);
