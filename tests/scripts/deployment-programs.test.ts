import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { afterwards } from '../support/afterwards.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ops = resolve(import.meta.dirname, '../../ops');
const folder = await temporaryFolder('atrium-deployment');
afterwards(() => rmSync(folder, { recursive: true }));

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((place) => {
    return spawnSync('test', ['-x', join(place, program)]).status === 0;
  });
}

function makeFolder(...names: string[]): string {
  const made = join(folder, ...names);
  mkdirSync(made, { recursive: true });
  return made;
}

/** `ops/atrium-operator` on a machine whose files are below `machine`, with programs that only tell their arguments. */
function operatorOn(machine: string, words: string[]): { args: string[]; status: number | null } {
  const programs = makeFolder('programs');
  const told = (name: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\nprintf '%s\\0' ${name} "$@"\n`, { mode: 0o755 });
  told('docker');
  told('systemd-run');
  const unit = join(ops, 'atrium-worker.service');
  writeFileSync(join(programs, 'systemctl'), `#!/bin/sh\necho '# /etc/x'\ncat '${unit}'\n`, { mode: 0o755 });
  const script = readFileSync(join(ops, 'atrium-operator'), 'utf8').replace('home=/opt/atrium', `home=${machine}`);
  const env = { PATH: `${programs}:${process.env['PATH']}`, SUDO_USER: 'emma' };
  const { stdout, status } = spawnSync('sh', ['-c', script, 'atrium-operator', ...words], { env, encoding: 'utf8' });
  return { args: stdout.split('\0').slice(0, -1), status };
}

const COMMAND = ['members', 'block', 'anna', '--why', "she asked: “don't”  twice"];

test('a command runs in the container of the operator, by the name of who gave it', () => {
  const machine = makeFolder('containers');
  writeFileSync(join(machine, 'compose.yaml'), '');
  const compose = ['docker', 'compose', '--project-directory', machine];
  const run = ['run', '--rm', '-T', '-e', 'SUDO_USER=emma', 'operator', ...COMMAND];
  expect(operatorOn(machine, COMMAND)).toEqual({ args: [...compose, ...run], status: 0 });
});

test('a command runs in a unit of its own with all settings, secrets and bars of the worker, in their order', () => {
  const { args } = operatorOn(makeFolder('units'), COMMAND);
  expect(args.slice(-7)).toEqual(['/usr/bin/node', 'dist/app/operator.mjs', ...COMMAND]);
  expect(args).toContain('--setenv=SUDO_USER=emma');
  const name = args.find((arg) => arg.startsWith('--unit='))?.slice('--unit='.length);
  const [, service = ''] =
    /\[Service\]\n([^]*?)\n\[Install\]/.exec(readFileSync(join(ops, 'atrium-worker.service'), 'utf8')) ?? [];
  const expected = service
    .split('\n')
    .filter(
      (line) => /^\w+=/.test(line) && !/^(Type|ExecStart|Restart|RestartSec|TimeoutStopSec|MemoryMax)=/.test(line),
    )
    .map((line) => `--property=${line.replaceAll('%d', `/run/credentials/${name}.service`)}`);
  expect(expected.length).toBeGreaterThan(30);
  expect(args.filter((arg) => expected.includes(arg))).toEqual(expected);
});

test('of 400 days of hourly backups there remain 48, one of each of 30 days and one of each of 12 months', () => {
  const backups = makeFolder('backups');
  const end = Date.UTC(2026, 10, 30, 5, 7);
  const names = Array.from({ length: 400 * 24 }, (_, hours) => {
    const at = new Date(end - hours * 3_600_000).toISOString();
    return `atrium-${at.slice(0, 10)}-${at.slice(11, 16).replace(':', '')}.backup`;
  });
  const others = ['notes.txt', '.atrium-2026-01-01-0007.backup.x.unfinished', 'atrium-before-upgrade.backup'];
  for (const name of [...names, ...others]) writeFileSync(join(backups, name), '');
  const thin = () => execFileSync('sh', [join(ops, 'thin-backups'), backups]);
  thin();
  const left = () => readdirSync(backups).toSorted();
  const kept = left();
  expect(kept).toEqual(expect.arrayContaining([...others, ...names.slice(0, 48)]));
  const later = kept.filter((name) => names.includes(name)).toReversed();
  expect(later[0]).toBe('atrium-2026-11-30-0507.backup');
  expect(new Set(later.map((name) => name.slice(0, 17))).size).toBe(30 + 11);
  expect(new Set(later.map((name) => name.slice(0, 14))).size).toBe(12);
  expect(later.at(-1)).toBe('atrium-2025-12-31-2307.backup');
  expect(later).toHaveLength(48 + 27 + 11);
  thin();
  expect(left()).toEqual(kept);
});

test('what arrives on the second machine tells its age, and a failed copy tells nothing new', () => {
  const [backups, textfiles, programs] = [makeFolder('arrived'), makeFolder('textfiles'), makeFolder('rsync')];
  const rsync = (script: string) =>
    writeFileSync(join(programs, 'rsync'), `#!/bin/sh\nfor last; do :; done\n${script}\n`, { mode: 0o755 });
  const fetchBackups = () =>
    spawnSync('sh', [join(ops, 'fetch-backups'), backups, textfiles], {
      env: { PATH: `${programs}:${process.env['PATH']}` },
    }).status;
  const figures = () => readFileSync(join(textfiles, 'atrium.prom'), 'utf8');
  rsync('exit 0');
  expect(fetchBackups()).not.toBe(0);
  rsync(`printf 12345 > "$last/atrium-2026-11-30-0507.backup"; touch -d @1796015220 "$last"/*`);
  expect(fetchBackups()).toBe(0);
  expect(figures()).toContain('\natrium_backup_copy_timestamp_seconds 1796015220\n');
  expect(figures()).toContain('\natrium_backup_copy_bytes 5\n');
  const before = figures();
  rsync('exit 12');
  expect(fetchBackups()).not.toBe(0);
  expect(figures()).toBe(before);
});

test.skipIf(!isInstalled('promtool'))('promtool takes the configuration, the rules and the copy’s figures', () => {
  const config = makeFolder('prometheus');
  copyFileSync(join(ops, 'prometheus.yml'), join(config, 'prometheus.yml'));
  copyFileSync(join(ops, 'alerts.yml'), join(config, 'atrium-alerts.yml'));
  execFileSync('promtool', ['check', 'config', '--lint=all', join(config, 'prometheus.yml')], { stdio: 'pipe' });
});

test.skipIf(!isInstalled('amtool'))('amtool takes the routes of alerts', () => {
  execFileSync('amtool', ['check-config', join(ops, 'alertmanager.yml')], { stdio: 'pipe' });
});

test.skipIf(!isInstalled('caddy'))('Caddy takes its file for units and for containers', () => {
  const env = { PATH: process.env['PATH'], HOME: folder, SITE: 'members.example.com' };
  const adapt = (more: Record<string, string>) =>
    execFileSync('caddy', ['adapt', '--validate', '--adapter', 'caddyfile', '--config', join(ops, 'Caddyfile')], {
      env: { ...env, ...more },
      encoding: 'utf8',
      stdio: 'pipe',
    });
  expect(adapt({})).toContain('"dial":"127.0.0.1:8082"');
  expect(adapt({ COPIES: 'web-a:8080 web-b:8080' })).toContain('"dial":"web-b:8080"');
});

test.skipIf(!isInstalled('systemd-analyze'))('systemd finds no fault in the units', () => {
  const machine = makeFolder('machine');
  const units = readdirSync(ops).filter((name) => /\.(service|timer)$/.test(name));
  for (const program of [
    'usr/bin/node',
    ...['atrium-operator', 'thin-backups', 'fetch-backups'].map((name) => `usr/local/bin/${name}`),
  ]) {
    makeFolder('machine', program, '..');
    writeFileSync(join(machine, program), '');
    chmodSync(join(machine, program), 0o755);
  }
  for (const unit of units) {
    makeFolder('machine', 'etc/systemd/system');
    copyFileSync(join(ops, unit), join(machine, 'etc/systemd/system', unit));
  }
  const verified = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', `--root=${machine}`, ...units], {
    encoding: 'utf8',
  });
  expect([verified.status, verified.stderr]).toEqual([0, '']);
});
