import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { publicPages } from '../public-pages.ts'
import { openShop } from '#test/running-shop.ts'

/*
 * `npm run vnu`: what the Nu Html Checker of the W3C says of every public page. Needs Java. The checker is 32 MB, so
 * it is fetched here and not with everything else.
 */

const version = '26.9.27'
const folder = '.cache/vnu'
/** Lines of the checker that the HTML standard contradicts: `blocking` stands on `rel=expect` too. */
const mistaken = /A “link” element with a “blocking” attribute must have a “rel” attribute/

const run = promisify(execFile)
await run('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, `vnu-jar@${version}`])

const shop = await openShop({ demo: true })
const pages = await mkdtemp(join(tmpdir(), 'violet-vnu-'))
try {
  for (const [index, page] of publicPages.entries()) {
    const answer = await fetch(`${shop.url}${page}`)
    const file = join(pages, `${index}`, `${encodeURIComponent(page)}.html`)
    await mkdir(join(pages, `${index}`))
    await writeFile(file, await answer.text())
  }
  const jar = `${folder}/node_modules/vnu-jar/build/dist/vnu.jar`
  const checker = spawn('java', ['-jar', jar, '--errors-only', '--format', 'gnu', pages])
  let said = ''
  checker.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(checker, 'close')) as [number]
  const errors = said.split('\n').filter((line) => line !== '' && !mistaken.test(line))
  if (code !== 0 && said === '') errors.push(`the checker left with ${code}`)
  for (const line of errors) console.log(line)
  console.log(`${publicPages.length} pages, ${errors.length} errors`)
  if (errors.length > 0) process.exitCode = 1
} finally {
  await shop.stop()
  await Promise.all([shop.remove(), rm(pages, { recursive: true })])
}
