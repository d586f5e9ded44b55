import { seedEmptyDemo } from '#server/db/seed/index.ts';
import { tell } from './tell.ts';
import { withHouse } from './with-house.ts';

await tell(process.argv.includes('--json'), () =>
  withHouse(async (house) => {
    if (house.config.isProduction)
      return { refused: 'The demo’s people share one known password and do not belong in production.' };
    const count = await seedEmptyDemo(house);
    if (count === undefined)
      return { refused: 'There are members in this database already; the demo only goes into an empty one.' };
    return { words: `${count} members of the demo are in.`, data: { members: count } };
  }),
);
