import { access } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { projectFiles, textOf } from './files.ts'
import { runTool, unreadable, type Finding, type Guard, type Sight } from './guard.ts'

/**
 * No file has more than 400 lines, no folder more than 40 files, no function more than 120 lines. The exceptions are
 * listed here with their reasons; one that nothing needs is a finding.
 */
export const sizes: Guard = { name: 'sizes', floor: 1_000, look: (root) => lookAtSizes(root, exceptions) }

const maxLines = 400
const maxFiles = 40

/** The limit for functions stands in it. */
const settings = join(import.meta.dirname, 'sizes.oxlint.json')

const programs = ['src', 'cli', 'scripts', 'test', 'e2e', 'bench', 'db']

/** Logs, where each change adds a file and none is ever split, and the data and models of the demo shop. */
const unmeasuredFolders: readonly string[] = ['docs/decisions', 'db/migrations', 'demo']

export type SizeException = { reason: string } & (
  | { file: string }
  | { folder: string }
  | { file: string; function: string }
)

const exceptions: readonly SizeException[] = [
  {
    file: 'src/platform/server/pages/page-cache.ts',
    function: 'createPageCache',
    reason:
      'The pages, their tags, the renderings under way and the count of changes are one state that each of its functions reads.',
  },
]

interface Excess {
  rule: 'long-file' | 'full-folder' | 'long-function'
  file: string
  /** Of a function; null for one without a name. */
  name?: string | null
  line?: number
  text: string
}

export async function lookAtSizes(root: string, allowed: readonly SizeException[]): Promise<Sight> {
  const all = await projectFiles(root)
  const files = all.filter(isProgram)
  const excesses = [
    ...(await longFiles(root, files)),
    ...fullFolders(all),
    ...(await longFunctions(root, files)),
  ]
  const findings: Finding[] = excesses
    .filter((excess) => !allowed.some((exception) => covers(exception, excess)))
    .map(({ name: _, ...finding }) => finding)
    // oxlint reports in the order in which its threads finish.
    .toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0))
  return { seen: files.length, findings: [...findings, ...needless(allowed, excesses)] }
}

function isProgram(file: string): boolean {
  return (
    programs.some((folder) => file.startsWith(`${folder}/`)) &&
    /\.(?:tsx?|mjs|css|sql)$/.test(file) &&
    !file.endsWith('.gen.ts')
  )
}

async function longFiles(root: string, files: readonly string[]): Promise<Excess[]> {
  const found: Excess[] = []
  for (const file of files) {
    const lines = linesIn((await textOf(root, file)) ?? '')
    if (lines > maxLines)
      found.push({
        rule: 'long-file',
        file,
        text: `${lines} lines of ${maxLines}: split it by subject, into files named after what is in them`,
      })
  }
  return found
}

function linesIn(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

function fullFolders(files: readonly string[]): Excess[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    const folder = posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFiles && !isUnmeasured(folder))
    .map(([folder, count]) => ({
      rule: 'full-folder',
      file: folder,
      text: `${count} files of ${maxFiles}: give those of one subject a folder`,
    }))
}

function isUnmeasured(folder: string): boolean {
  return unmeasuredFolders.some((outside) => folder === outside || folder.startsWith(`${outside}/`))
}

interface LintReport {
  diagnostics: { message: string; code?: string; filename: string; labels: { span: { line: number } }[] }[]
  number_of_files: number
}

/** Functions of tests are not measured: the callback of a `describe` is a list of tests, which grows by its length. */
async function longFunctions(root: string, files: readonly string[]): Promise<Excess[]> {
  const scripts = files.filter((file) => /\.(?:tsx?|mjs)$/.test(file))
  if (scripts.length === 0) return []
  const run = await runTool(root, 'node_modules/oxlint/bin/oxlint', [
    ...['--config', settings, '--disable-nested-config', '--format', 'json'],
    ...(await present(root)),
  ])
  const report = parse(run)
  if (report.number_of_files < scripts.length) throw unreadable('oxlint', run)
  const measured = new Set(scripts.filter((file) => !/\.(?:test|spec)\.tsx?$/.test(file)))
  return report.diagnostics
    .filter(({ code, filename }) => code === 'eslint(max-lines-per-function)' && measured.has(filename))
    .map(({ filename, labels, message }) => ({
      rule: 'long-function',
      file: filename,
      name: /`([^`]+)`/.exec(message)?.[1] ?? null,
      ...(labels[0] && { line: labels[0].span.line }),
      text: `${message} Give its parts names, one subject each.`,
    }))
}

async function present(root: string): Promise<string[]> {
  const folders: string[] = []
  for (const folder of programs)
    await access(join(root, folder)).then(
      () => folders.push(folder),
      () => {},
    )
  return folders
}

function parse(run: Parameters<typeof unreadable>[1]): LintReport {
  try {
    return JSON.parse(run.stdout) as LintReport
  } catch {
    throw unreadable('oxlint', run)
  }
}

function covers(exception: SizeException, { rule, file, name }: Excess): boolean {
  if ('folder' in exception) return rule === 'full-folder' && exception.folder === file
  if ('function' in exception)
    return rule === 'long-function' && exception.file === file && exception.function === name
  return rule === 'long-file' && exception.file === file
}

function needless(allowed: readonly SizeException[], excesses: readonly Excess[]): Finding[] {
  return allowed
    .filter((exception) => !excesses.some((excess) => covers(exception, excess)))
    .map((exception) => ({
      rule: 'needless-exception',
      file: 'scripts/check/sizes.ts',
      text: `${'folder' in exception ? exception.folder : exception.file}${'function' in exception ? ` (${exception.function})` : ''} is not over a limit: take it from the list`,
    }))
}
