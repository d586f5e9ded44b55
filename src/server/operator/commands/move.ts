import { cancelMove, moveDatabase } from '#server/backup/index.ts';
import { systemClock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import type { DatabaseCommand, Outcome } from '#server/operator/cli/command.ts';
import { withProgress } from '#server/operator/cli/progress-bar.ts';
import { unencryptedLine } from '#server/base/net/own-network.ts';
import { openSecrets } from '#server/base/secrets.ts';
import { withDatabase, withDatabaseAlone, withEngine } from '#server/operator/cli/with-services.ts';
import { summaryOf } from './backup.ts';

const PRIVATE = 'private';

export const move: DatabaseCommand = {
  kind: 'databases',
  name: 'move',
  usage: `move --to URL|${PRIVATE} | move --cancel`,
  about: `Takes everything to another, empty database, verifies both ledgers and closes the old one; “${PRIVATE}” is the server in DATA_DIR. Stop the site before. --cancel opens an old one again`,
  async run(config, { options }) {
    if (options['cancel']) return cancel(config);
    const to = options['to'];
    if (!to) return { refused: `Say where to: ${this.usage}` };
    if (to !== PRIVATE && !isPostgresUrl(to)) {
      return { refused: `“${to}” is not an address like postgresql://user@host:5432/name.` };
    }
    const open = config.isProduction && unencryptedLine({ databaseUrl: to });
    if (open) return { refused: `Nothing was moved. ${open}` };
    if (to === PRIVATE && !config.databaseUrl)
      return { refused: 'DATABASE_URL is not set: it is on the private server.' };
    return to === PRIVATE
      ? withEngine(config.dataDir, (databaseUrl) => moveAll(config, config.databaseUrl ?? '', databaseUrl))
      : withDatabaseAlone(config, (databaseUrl) => moveAll(config, databaseUrl, to));
  },
};

async function moveAll(config: Config, from: string, to: string): Promise<Outcome> {
  const secrets = await openSecrets(config);
  const result = await withProgress((onShare) => moveDatabase({ from, to, secrets, clock: systemClock, onShare }));
  const seal = result.lastSeal?.hash.toString('hex') ?? null;
  const summary = result.wasBegun
    ? `The move from ${result.from} to ${result.to} is finished`
    : `Everything of ${result.from} is at ${result.to} now`;
  const next = config.databaseUrl
    ? 'Take DATABASE_URL out of the settings and start the site.'
    : 'Set DATABASE_URL to it and start the site; keep SESSION_SECRET and PIN_PEPPER as they are (SESSION_SECRET is in DATA_DIR/session-secret if you never set one).';
  return {
    words: `${summary}: ${summaryOf(result.counts)}, as many on both sides, both ledgers intact${seal ? ` under the same seal ${seal}` : ''}.\n${next}`,
    data: { from: result.from, to: result.to, counts: result.counts, last_seal: seal },
  };
}

async function cancel(config: Config): Promise<Outcome> {
  const cancelled = await withDatabase(config, cancelMove);
  if (!cancelled) return { refused: 'This database was not moved away; nothing was changed.' };
  const { place, movedTo } = cancelled;
  return {
    words: `${place} can be used again. It knows nothing of what happened at ${movedTo} since the move: let no site run there any more.`,
    data: { place, moved_to: movedTo },
  };
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol);
}
