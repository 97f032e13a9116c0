import { access, realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { runTool, unreadable, type Finding, type Guard, type Sight } from './guard.ts'

/*
 * The guards that are tools of others, each asked in a form that says how much it looked at.
 */

export const format: Guard = { name: 'format', floor: 280, look: lookAtFormat }
export const lint: Guard = { name: 'lint', floor: 250, look: lookAtLint }
export const types: Guard = { name: 'types', floor: 250, look: (root) => lookAtTypes(root, 'tsconfig.json') }
export const typesDomain: Guard = {
  name: 'types-domain',
  floor: 4,
  look: (root) => lookAtTypes(root, 'tsconfig.domain.json'),
}
export const typesBrowser: Guard = {
  name: 'types-browser',
  floor: 40,
  look: (root) => lookAtTypes(root, 'tsconfig.browser.json'),
}
export const boundaries: Guard = { name: 'boundaries', floor: 250, look: lookAtBoundaries }
export const unused: Guard = { name: 'unused', floor: 250, look: lookForUnused }

async function lookAtFormat(root: string): Promise<Sight> {
  const run = await runTool(root, 'node_modules/oxfmt/bin/oxfmt', ['--check', '.'])
  const seen = /on (\d+) files?/.exec(run.stdout)?.[1]
  if (seen === undefined) throw unreadable('oxfmt', run)
  const findings = [...run.stdout.matchAll(/^(\S.*) \(\d[^()]*\)$/gm)].map(([, file = '']) => ({
    rule: 'format',
    file,
    text: 'run `npx oxfmt` on it',
  }))
  if (run.exitCode !== 0 && findings.length === 0) throw unreadable('oxfmt', run)
  return { seen: Number(seen), findings }
}

interface LintReport {
  diagnostics: { message: string; code?: string; filename: string; labels: { span: { line: number } }[] }[]
  number_of_files: number
}

async function lookAtLint(root: string): Promise<Sight> {
  const run = await runTool(root, 'node_modules/oxlint/bin/oxlint', ['--format', 'json'])
  const report = parse<LintReport>('oxlint', run)
  if (run.exitCode !== 0 && report.diagnostics.length === 0) throw unreadable('oxlint', run)
  const findings = report.diagnostics.map(({ code, filename, labels, message }) => ({
    rule: code?.replace(/^(.+)\((.+)\)$/, '$1/$2') ?? 'unused-directive',
    file: filename,
    ...(labels[0] && { line: labels[0].span.line }),
    text: message,
  }))
  return { seen: report.number_of_files, findings }
}

async function lookAtTypes(root: string, config: string): Promise<Sight> {
  const run = await runTool(root, 'node_modules/typescript/bin/tsc', [
    '-p',
    config,
    '--listFiles',
    // Each checker makes the types of what it reads for itself, and the cores have other guards to run.
    '--checkers',
    '1',
    '--pretty',
    'false',
  ])
  const base = (await realpath(root)) + sep
  const files = run.stdout
    .split(/\r?\n/)
    .filter((line) => line.startsWith(base) && !line.includes('node_modules'))
  const findings: Finding[] = [
    ...run.stdout.matchAll(/^(?:(\S.*)\((\d+),\d+\): )?error (TS\d+): (.*)$/gm),
  ].map(([, file, line, rule = '', text = '']) => ({
    rule,
    file: file ?? config,
    ...(line !== undefined && { line: Number(line) }),
    text,
  }))
  if (run.exitCode !== 0 && findings.length === 0) throw unreadable('tsc', run)
  return { seen: files.length, findings }
}

interface BoundaryReport {
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[]
    ruleSetUsed: { forbidden: { name: string; comment: string }[] }
  }
}

async function lookAtBoundaries(root: string): Promise<Sight> {
  const folders = []
  for (const folder of ['src', 'cli', 'scripts']) if (await exists(join(root, folder))) folders.push(folder)
  const run = await runTool(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', [
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'json'],
    ...folders,
  ])
  const { summary } = parse<BoundaryReport>('dependency-cruiser', run)
  const reasons = new Map(summary.ruleSetUsed.forbidden.map(({ name, comment }) => [name, comment]))
  const findings = summary.violations.map(({ from, to, rule }) => ({
    rule: rule.name,
    file: from,
    text: `→ ${to} ${reasons.get(rule.name) ?? ''}`,
  }))
  return { seen: summary.totalCruised, findings }
}

interface UnusedReport {
  processed: number
  issues: { type: string; file: string; line?: number; symbol: string }[]
  hints: string[]
}

async function lookForUnused(root: string): Promise<Sight> {
  const run = await runTool(root, 'node_modules/knip/bin/knip.js', [
    ...['--no-progress', '--treat-config-hints-as-errors'],
    ...['--reporter', join(import.meta.dirname, 'knip-report.ts')],
  ])
  const report = parse<UnusedReport>('knip', run)
  const findings: Finding[] = [
    ...report.issues.map(({ type, file, line, symbol }) => ({
      rule: type,
      file: relative(root, file).split(sep).join('/'),
      ...(line !== undefined && { line }),
      text: symbol,
    })),
    ...report.hints.map((hint) => ({ rule: 'config-hint', file: 'knip.json', text: hint })),
  ]
  if (run.exitCode !== 0 && findings.length === 0) throw unreadable('knip', run)
  return { seen: report.processed, findings }
}

function parse<T>(tool: string, run: Parameters<typeof unreadable>[1]): T {
  try {
    return JSON.parse(run.stdout) as T
  } catch {
    throw unreadable(tool, run)
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
