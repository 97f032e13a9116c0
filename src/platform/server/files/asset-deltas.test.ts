import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openAssetDeltas } from './asset-deltas.ts'
import { serveAssets } from './serve-assets.ts'

type Opened = Awaited<ReturnType<typeof freshDatabase>>

const log = pino({ level: 'silent' })
/** Of Chromium where it has a dictionary for a URL, and where it has none. */
const dcz = 'gzip, deflate, br, zstd, dcb, dcz'
const without = 'gzip, deflate, br, zstd'

/** A stylesheet of some length, in which one rule is of this build alone. */
const styles = (color: string): string =>
  `${Array.from({ length: 200 }, (_, n) => `.part-${n * n}{padding:${n}px ${n % 7}px}`).join('\n')}
   .badge{color:${color}}`

/** A node of a build with these files; the later it starts, the newer it is. */
async function openNode({ db }: Opened, files: Record<string, string>, started = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'violet-assets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
    await writeFile(join(folder, `${name}.br`), brotliCompressSync(text))
  }
  const now = (): Date => new Date(Date.UTC(2026, 10, 29, 12, started))
  const deltas = openAssetDeltas({ db, log, now, folder })
  await deltas.settled()
  const app = Fastify()
  await serveAssets(app, folder, deltas)
  onTestFinished(() => app.close())
  const get = (file: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/assets/${file}`, headers })
  return { folder, get }
}

function nameOf(text: string): string {
  return `:${hash('sha256', text, 'base64')}:`
}

it('sends a browser that has the former version the difference, from a node that never had that', async () => {
  const opened = await freshDatabase()
  const former = await openNode(opened, { 'base-AAAAAAAA.css': styles('sage') })
  const first = await former.get('base-AAAAAAAA.css', { 'accept-encoding': without })
  expect(first.headers['use-as-dictionary']).toBe('match="/assets/base-*.css"')
  expect(first.headers['content-encoding']).toBe('br')
  expect(first.headers['cache-control']).toBe('public, max-age=31536000, immutable')

  const node = await openNode(opened, { 'base-BB-BBBB-.css': styles('clay') }, 1)
  const available = nameOf(styles('sage'))
  const headers = { 'accept-encoding': dcz, 'available-dictionary': available }
  const answer = await node.get('base-BB-BBBB-.css', headers)
  expect(answer.headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-type': 'text/css; charset=utf-8',
    'use-as-dictionary': 'match="/assets/base-*.css"',
    vary: 'accept-encoding, available-dictionary',
    'cache-control': 'private, max-age=31536000, immutable',
  })
  expect(answer.headers['etag']).toBeUndefined()
  const bytes = answer.rawPayload
  expect(bytes.length).toBeLessThan(120)
  expect(bytes.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000')
  expect(`:${bytes.subarray(8, 40).toString('base64')}:`).toBe(available)
  const dictionary = Buffer.from(styles('sage'))
  expect(zstdDecompressSync(bytes.subarray(40), { dictionary }).toString()).toBe(styles('clay'))
})

it('sends whole files, as if there were no dictionaries, to whoever has none that helps', async () => {
  const opened = await freshDatabase()
  const script = 'export const part = 1\n'.repeat(40)
  const old = { 'base-AAAAAAAA.css': styles('sage'), 'cart-AAAAAAA.js': script }
  await openNode(opened, old)
  const other = styles('clay').split('').reverse().join('')
  const node = await openNode(opened, { 'base-BBBBBBBB.css': styles('clay'), 'shop-BBBBBBBB.css': other }, 1)
  const asked: [string, Record<string, string>][] = [
    ['base-BBBBBBBB.css', {}],
    ['base-BBBBBBBB.css', { 'accept-encoding': 'br', 'available-dictionary': nameOf(styles('sage')) }],
    [
      'base-BBBBBBBB.css',
      { 'accept-encoding': 'br, dcz;q=0', 'available-dictionary': nameOf(styles('sage')) },
    ],
    ['base-BBBBBBBB.css', { 'accept-encoding': dcz, 'available-dictionary': nameOf('unknown') }],
    ['base-BBBBBBBB.css', { 'accept-encoding': dcz, 'available-dictionary': 'x'.repeat(9_000) }],
    // A file of another name.
    ['base-BBBBBBBB.css', { 'accept-encoding': dcz, 'available-dictionary': nameOf(script) }],
    ['shop-BBBBBBBB.css', { 'accept-encoding': dcz, 'available-dictionary': nameOf(styles('sage')) }],
  ]
  for (const [file, headers] of asked) {
    const answer = await node.get(file, headers)
    expect([file, headers, answer.statusCode, answer.headers['content-encoding']]).toEqual([
      file,
      headers,
      200,
      headers['accept-encoding'] === undefined ? undefined : 'br',
    ])
    expect(answer.headers['vary']).toBe('accept-encoding')
    const isNew = headers['accept-encoding']?.includes('zstd') === true
    expect(answer.headers['use-as-dictionary'] !== undefined).toBe(isNew)
  }
  const missing = { 'accept-encoding': dcz, 'available-dictionary': nameOf(styles('sage')) }
  for (const file of ['base-CCCCCCCC.css', 'base-AAAAAAAA.css', '..%2fbase-BBBBBBBB.css'])
    expect((await node.get(file, missing)).headers['content-encoding']).toBeUndefined()
})

it('keeps the last four versions of each file, and goes back to one of them', async () => {
  const opened = await freshDatabase()
  for (const [n, color] of ['sage', 'clay', 'oat', 'navy', 'plum', 'clay'].entries())
    await openNode(opened, { [`base-${color.padEnd(8, '0')}.css`]: styles(color) }, n)
  const { rows } = await opened.db.pool.query<{ content: Buffer }>(
    'select content from assets order by seen_at desc',
  )
  const stored = rows.map(({ content }) => content.toString())
  expect(stored).toEqual(['clay', 'plum', 'navy', 'oat'].map(styles))
})

it('sends whole files while PostgreSQL is away', async () => {
  const opened = await freshDatabase()
  await openNode(opened, { 'base-AAAAAAAA.css': styles('sage') })
  const node = await openNode(opened, { 'base-BBBBBBBB.css': styles('clay') }, 1)
  await opened.db.pool.query('alter table assets rename to assets_away')
  const headers = { 'accept-encoding': dcz, 'available-dictionary': nameOf(styles('sage')) }
  const whole = await node.get('base-BBBBBBBB.css', headers)
  expect([whole.statusCode, whole.headers['content-encoding']]).toEqual([200, 'br'])
  expect(whole.rawPayload).toEqual(await readFile(join(node.folder, 'base-BBBBBBBB.css.br')))
  await opened.db.pool.query('alter table assets_away rename to assets')
  const again = await node.get('base-BBBBBBBB.css', headers)
  expect(again.headers['content-encoding']).toBe('dcz')
})
