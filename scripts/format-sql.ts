/*
 * Lays out the SQL in the templates with the tag `sql`, then formats those files as a whole: `npm run format`, or
 * `npm run format -- FILE…` for some files only.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './check/guard.ts'
import { sqlFiles } from './check/sql.ts'
import { formatSource } from './format-sql/templates.ts'

const root = join(import.meta.dirname, '..')
const named = process.argv.slice(2)
const files = named.length > 0 ? named : await sqlFiles(root)
// Each may move what the other has laid out.
for (let round = 0; round < 4; round++) {
  const changed: string[] = []
  for (const file of files) {
    const source = await readFile(join(root, file), 'utf8')
    const laid = formatSource(file, source)
    if (laid === source) continue
    await writeFile(join(root, file), laid)
    changed.push(file)
  }
  if (changed.length === 0) break
  const run = await runTool(root, 'node_modules/oxfmt/bin/oxfmt', changed)
  if (run.exitCode !== 0) throw new Error(run.stderr)
  console.log(changed.join('\n'))
}
