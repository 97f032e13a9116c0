import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/**
 * A migration is one transaction, and `alter table` locks its table to the end of it, also for whoever reads. So what
 * takes as long as a table is large, an update or an index, has a file of its own.
 */
export const migrations: Guard = { name: 'migrations', floor: 60, look }

/** They landed before there was this rule, and are never edited. */
const landed: ReadonlySet<string> = new Set([
  '20261121T1300_scale.sql',
  '20261121T1410_payments.sql',
  '20261122T1900_order_networks.sql',
  '20261122T2230_networks.sql',
  '20261123T0350_sms.sql',
  '20261124T0410_avatars.sql',
  '20261124T0700_credit_and_claims.sql',
  '20261125T0200_erasure.sql',
  '20261126T0100_inquiry_answers.sql',
  '20261127T0100_returns.sql',
  '20261127T0200_reviews.sql',
  '20261127T0300_readers_comments.sql',
  '20261127T0600_order_list.sql',
  '20261127T0700_order_due.sql',
  '20261128T0100_returns_without_address.sql',
  '20261128T0200_article_forms.sql',
  '20261128T0250_confirmed_parcels.sql',
  '20261128T0300_due_reminders.sql',
])

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root, /^db\/migrations\/.*\.sql$/)
  const findings: Finding[] = []
  for (const file of files)
    if (!landed.has(file.slice(file.lastIndexOf('/') + 1)))
      findings.push(...longLocks(file, (await textOf(root, file)) ?? ''))
  return { seen: files.length, findings }
}

/** Updates and indexes beside an `alter table`, each of a table that the same file does not create. */
function longLocks(file: string, source: string): Finding[] {
  const text = statementsOf(source)
  const created = tablesIn(text, /\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/g)
  const altered = tablesIn(text, /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/g).filter(
    (table) => !created.includes(table),
  )
  if (altered.length === 0) return []
  const found = (what: string, pattern: RegExp, isSlow: (table: string) => boolean): Finding[] =>
    [...text.matchAll(pattern)]
      .filter(({ 1: table }) => isSlow(table!))
      .map(({ index, 1: table }) => ({
        rule: 'long-lock',
        file,
        line: text.slice(0, index).split('\n').length,
        text: `${what} ${table} while ${altered[0]} is locked by \`alter table\`: do it in a file of its own`,
      }))
  return [
    ...found(
      'updates',
      /\bupdate\s+(?:only\s+)?(\w+)(?:\s+(?:as\s+)?\w+)?\s+set\b/g,
      (table) => !created.includes(table),
    ),
    ...found(
      'indexes',
      /\bcreate\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:\w+\s+)?on\s+(?:only\s+)?(\w+)/g,
      (table) => altered.includes(table),
    ),
  ]
}

/** On the same lines, without comments, and without the bodies of functions: those run later. */
function statementsOf(source: string): string {
  return source
    .replaceAll(/--[^\n]*|\/\*.*?\*\/|\bas\s+(\$\w*\$).*?\1/gis, (text) => text.replaceAll(/[^\n]/g, ' '))
    .toLowerCase()
}

function tablesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, table]) => table!)
}
