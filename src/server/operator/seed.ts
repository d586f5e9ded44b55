import { plantCrowd } from '#server/operator/seed/index.ts';
import { seedDemo } from '#server/operator/seed/index.ts';
import type { Services } from '#server/api/services.ts';
import type { Outcome } from '#server/operator/cli/command.ts';
import { progressBar } from '#server/operator/cli/progress-bar.ts';
import { type CrowdOrder, readSeedOrder } from './seed-order.ts';
import { printOutcome, withServices } from '#server/operator/cli/with-services.ts';

const order = readSeedOrder(process.argv.slice(2));

await printOutcome(!('refused' in order) && order.json, async () => {
  if ('refused' in order) return order;
  return withServices(async (services) => {
    if (services.config.isProduction)
      return { refused: 'The demo’s people share one known password and do not belong in production.' };
    const count = await seedDemo(services);
    if (order.crowd) return plant(services, order.crowd);
    if (count === undefined)
      return { refused: 'There are members in this database already; the demo only goes into an empty one.' };
    return { words: `${count} members of the demo are in.`, data: { members: count } };
  });
});

async function plant(services: Services, { members, shape, under }: CrowdOrder): Promise<Outcome> {
  const bar = progressBar(process.stderr);
  const startedAt = performance.now();
  const databaseUrl = services.pool.options.connectionString ?? '';
  const crowd = { members, shape, under, timeZone: services.config.timeZone, until: services.clock.now() };
  const planted = await plantCrowd(databaseUrl, crowd, bar.update);
  bar.end();
  if (!planted) return { refused: `There is no member “${under}” under whom a crowd could be planted.` };
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const bytesPerMember = Math.round(planted.bytes / members);
  return {
    words: `${members} members (${shape}) are below ${under}: ${seconds} s, ${bytesPerMember} bytes a member.`,
    data: { members, shape, under, seconds, bytes_per_member: bytesPerMember },
  };
}
