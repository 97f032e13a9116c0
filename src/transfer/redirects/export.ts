import { allRedirects } from '#features/redirects/queries.ts'
import type { Database } from '#platform/server/db/db.ts'

/** Writes all redirects as CSV; an import of it changes nothing. Paths are percent-encoded, and need no more quoting. */
export async function exportRedirects(
  db: Database,
  { write }: { write(text: string): Promise<void> },
): Promise<{ redirects: number }> {
  const redirects = await allRedirects(db)
  await write('from,to,status\n')
  for (const { source, target, status } of redirects)
    await write(`${cell(source)},${cell(target)},${status}\n`)
  return { redirects: redirects.length }
}

function cell(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
