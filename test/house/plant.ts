import { cp, mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Finding } from '../../scripts/check/guard.ts'

export const projectRoot = join(import.meta.dirname, '../..')

/** What every guard reads of the project itself. */
const settings = [
  'package.json',
  'tsconfig.json',
  'tsconfig.domain.json',
  'tsconfig.browser.json',
  '.dependency-cruiser.mjs',
  '.oxlintrc.json',
  '.oxfmtrc.json',
  'knip.json',
]

/**
 * A small project in a temporary folder: the project's real settings and packages, the files of
 * `test/canaries/<canary>` and these further `files` (path → text). Gone when the test ends.
 */
export async function plant(
  canary: string | null,
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'violet-canary-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const file of settings) await cp(join(projectRoot, file), join(root, file))
  // The linter's settings name our own rules; to the other guards they would be files of the canary.
  if (canary === 'lint')
    await cp(join(projectRoot, 'scripts/lint'), join(root, 'scripts/lint'), { recursive: true })
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'junction')
  if (canary !== null)
    await cp(join(projectRoot, 'test/canaries', canary), root, { recursive: true, force: true })
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  return root
}

/** Findings as `rule file`, in order: what a canary compares. */
export function named(findings: readonly Finding[]): string[] {
  return findings.map(({ rule, file }) => `${rule} ${file}`).sort()
}
