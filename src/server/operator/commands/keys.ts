import { isAuditEndByNewest } from '#server/audit/index.ts';
import { countPins } from '#server/members/finance/index.ts';
import { isSealedByNewest } from '#server/ledger/index.ts';
import { type Command, countOf } from '#server/operator/cli/command.ts';

export const keysStatus: Command = {
  kind: 'reads',
  name: 'keys status',
  usage: 'keys status',
  about:
    'How far a new PIN_PEPPER has come: PINs by version, and whether the ledger is sealed with the newest and the audit log ends with it',
  async run(services) {
    const { pin } = services.secrets;
    const [newest] = pin;
    const counts = await countPins(services.db);
    const isSealed = await isSealedByNewest(services);
    const isLogged = await isAuditEndByNewest(services);
    const versions = [...new Set([...pin, ...counts].map(({ version }) => version))];
    const rows = versions.map((version) => ({
      version,
      state: pepperState(version, pin),
      pins: counts.find((count) => count.version === version)?.pins ?? 0,
    }));
    const olderRows = rows.filter(({ version }) => version !== newest.version);
    const data = { versions: rows, sealed_by_newest: isSealed, logged_by_newest: isLogged };
    const words = [
      ...rows.map(({ version, state, pins }) => `Version ${version} of the pepper ${state}: ${countOf(pins, 'PIN')}.`),
      isSealed
        ? `The ledger is sealed with version ${newest.version}.`
        : `The ledger is not sealed with version ${newest.version} yet: keep the others in PIN_PEPPER.`,
      isLogged
        ? `The audit log ends with version ${newest.version}.`
        : `The audit log does not end with version ${newest.version} yet: keep the others in PIN_PEPPER.`,
      ...(isSealed && isLogged ? olderRows.flatMap(adviceOn) : []),
    ];
    return { words: words.join('\n'), data };
  },
};

type State = 'makes new PINs' | 'is accepted' | 'is retired';
type Row = { version: number; state: State; pins: number };

function pepperState(version: number, peppers: readonly { version: number }[]): State {
  if (peppers[0]?.version === version) return 'makes new PINs';
  return peppers.some((pepper) => pepper.version === version) ? 'is accepted' : 'is retired';
}

function adviceOn({ version, state, pins }: Row): string[] {
  if (state === 'is retired') return [`These members need a new PIN: members clear-pin USERNAME.`];
  if (pins === 0) return [`Version ${version} can move to PIN_PEPPER_RETIRED.`];
  return [`Version ${version} can move to PIN_PEPPER_RETIRED; whoever has not used their PIN by then needs a new one.`];
}
