import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Finding } from '../../scripts/tidy/finding.ts';

/** A project of a few files that is removed after the test. Values other than strings are written as JSON. */
export function fakeTree(files: Record<string, unknown>): string {
  const root = mkdtempSync(join(tmpdir(), 'atrium-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  spawnSync('git', ['init', '--quiet'], { cwd: root });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof text === 'string' ? text : JSON.stringify(text, null, 2));
  }
  return root;
}

export function sentences(findings: Finding[]): string[] {
  return findings.map(({ file, problem }) => `${file}: ${problem}`);
}
