import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { entry, fileOf, scratchFolder, violetFile } from '#transfer/catalog/for-tests.ts'
import { freshDatabase } from '#test/database.ts'
import { createProgram } from './program.ts'
import { Failure } from './terminal.ts'

beforeEach(async () => {
  const { url } = await freshDatabase()
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', await scratchFolder())
  vi.stubEnv('PUBLIC_URL', 'https://shop.example')
  vi.stubEnv('INIT_CWD', undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

interface Call {
  out: string
  err: string
  code: number
  refusal: string | null
}

async function violet(...args: string[]): Promise<Call> {
  const call: Call = { out: '', err: '', code: 0, refusal: null }
  const listen = (stream: NodeJS.WriteStream, name: 'out' | 'err') =>
    vi.spyOn(stream, 'write').mockImplementation((text: string | Uint8Array) => {
      call[name] += text.toString()
      return true
    })
  const spies = [listen(process.stdout, 'out'), listen(process.stderr, 'err')]
  process.exitCode = undefined
  try {
    await createProgram('1.2.3').parseAsync(args, { from: 'user' })
    call.code = Number(process.exitCode ?? 0)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    call.code = error.exitCode
    call.refusal = error.message
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return call
}

async function withCup(): Promise<void> {
  await violet('import', await violetFile({ products: [entry('cup')] }), '--pictures', 'none')
}

describe('violet redirects', () => {
  it('reads those of standard input, as other commands do', async () => {
    await withCup()
    const piped = Readable.from([Buffer.from('from,to\n/old-cup,/product/cup\n')])
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(piped as typeof process.stdin)
    try {
      expect(await violet('redirects', 'import', '-')).toMatchObject({
        out: 'redirects  1 added  0 changed  0 as they were  0 refused\n',
      })
    } finally {
      stdin.mockRestore()
    }
  })

  it('adds one, lists it, says what was there, and takes it away', async () => {
    await withCup()
    expect(await violet('redirects', 'list')).toMatchObject({ out: 'There are no redirects\n' })
    expect(await violet('redirects', 'add', '/collections/*/products/*', '/product/$2')).toMatchObject({
      out: '/collections/*/products/* leads to /product/$2 now\n',
      err: '',
    })
    expect(
      await violet('redirects', 'add', 'https://shop.example/Old', '/product/cup', '--status', '308'),
    ).toMatchObject({
      code: 0,
      err: '',
    })
    expect((await violet('redirects', 'add', '/old', '/product/cup', '--status', '308')).out).toBe(
      '/old leads there already\n',
    )
    expect((await violet('redirects', 'list')).out).toBe(
      [
        'FROM                       TO            STATUS',
        '/collections/*/products/*  /product/$2   301',
        '/old                       /product/cup  308',
        '',
      ].join('\n'),
    )
    expect(JSON.parse((await violet('redirects', 'list', '--json')).out)).toEqual([
      { source: '/collections/*/products/*', target: '/product/$2', status: 301 },
      { source: '/old', target: '/product/cup', status: 308 },
    ])
    expect((await violet('redirects', 'remove', '/OLD')).out).toBe('/OLD leads nowhere now\n')
    expect((await violet('redirects', 'remove', '/old')).refusal).toBe('there is no redirect from /old')
  })

  it('refuses one over a live page, a loop, and another host, each with its reason', async () => {
    await withCup()
    expect(await violet('redirects', 'add', '/product/cup', '/cart')).toMatchObject({
      code: 1,
      refusal: 'a page of the shop answers there (--force: once that page is gone)',
    })
    expect((await violet('redirects', 'add', '/product/cup', '/cart', '--force')).err).toBe(
      'note: a page still answers at 1 path: /product/cup\n',
    )
    expect((await violet('redirects', 'add', '/a/*', '/a/b-$1')).refusal).toBe(
      'it leads round in a loop: /a/* → /a/b-$1',
    )
    expect((await violet('redirects', 'add', '/a', 'https://evil.example/')).refusal).toContain(
      'names another host',
    )
    expect((await violet('redirects', 'add', '/a', '/product/never')).err).toBe(
      'note: no page answers at 1 target: /product/never\n',
    )
  })

  it("imports Shopify's list, tells what is wrong by line, and changes nothing the second time", async () => {
    await withCup()
    const file = await fileOf(
      'Redirect from,Redirect to\n/old-cup,/product/cup\n/products/cup,/product/cup\n/x,https://evil.example\n"/a,b",/product/cup\n/only\n',
      'redirects.csv',
    )
    const first = await violet('redirects', 'import', file)
    expect(first).toMatchObject({
      code: 2,
      out: 'redirects  3 added  0 changed  0 as they were  2 refused\n',
    })
    expect(first.err).toContain(`${file}:4: /x: "https://evil.example" names another host`)
    expect(first.err).toContain(`${file}:6: /only: a path is missing\n`)
    expect((await violet('redirects', 'import', file)).out).toBe(
      'redirects  0 added  0 changed  3 as they were  2 refused\n',
    )
    const dry = await fileOf('/new,/product/cup,308\n', 'dry.csv')
    expect(JSON.parse((await violet('redirects', 'import', dry, '--dry-run', '--json')).out)).toMatchObject({
      added: 1,
      applied: false,
    })
    expect(JSON.parse((await violet('redirects', 'list', '--json')).out)).toHaveLength(3)
  })

  it.each([
    ['a;b;c\n/x;/y;301\n', ':1: the columns are not separated by commas'],
    ['name,value\nx,y\n', ':1: the first line must name the columns "from" and "to"'],
    ['', ':1: the file is empty'],
    ['from,to\n', ':1: nothing follows the first line of the file'],
    ['from,to\n"/x,/product/cup\n', ':2: a quote is opened here and never closed'],
  ])('says what is wrong with the file %j', async (text, said) => {
    const file = await fileOf(text, 'bad.csv')
    expect((await violet('redirects', 'import', file)).err).toContain(`${file}${said}`)
  })

  it('says so when there is no such file', async () => {
    expect((await violet('redirects', 'import', '/nowhere/list.csv')).refusal).toBe(
      '/nowhere/list.csv cannot be read: it is not there',
    )
  })
})

it('redirects are in an export, and come in with it again', async () => {
  await withCup()
  await violet('redirects', 'add', '/old', '/product/cup')
  await violet('redirects', 'add', '/search/*', '/search?q=$1,x')
  const folder = join(await scratchFolder(), 'shop')
  expect((await violet('export', `${folder}/`)).err).toContain('2 redirects')
  expect((await readdir(folder)).sort()).toEqual(['catalog.json', 'content.json', 'redirects.csv'])
  expect(await readFile(join(folder, 'redirects.csv'), 'utf8')).toBe(
    'from,to,status\n/old,/product/cup,301\n/search/*,"/search?q=$1,x",301\n',
  )
  const again = await violet('import', folder, '--pictures', 'none', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ redirects: { added: 0, same: 2 }, problems: [] })

  const other = await freshDatabase()
  vi.stubEnv('DATABASE_URL', other.url)
  const moved = await violet('import', folder, '--pictures', 'none')
  expect(moved).toMatchObject({ code: 0 })
  expect(moved.out).toMatch(/^redirects +2 added/m)
  expect((await violet('export', '--what', 'redirects')).out).toBe(
    await readFile(join(folder, 'redirects.csv'), 'utf8'),
  )
  const file = join(await scratchFolder(), 'shop.backup')
  await violet('backup', file)
  const third = await freshDatabase()
  vi.stubEnv('DATABASE_URL', third.url)
  expect((await violet('restore', file)).code).toBe(0)
  expect(JSON.parse((await violet('redirects', 'list', '--json')).out)).toHaveLength(2)
})

it('an export replaces what an export wrote, and nothing else', async () => {
  await withCup()
  const folder = await scratchFolder()
  const own = join(folder, 'products.csv')
  await writeFile(own, 'Handle,Title,Variant Price\ncup,Cup,5\n')
  const refused = `${own} is there already, and this command did not write it: name another file`
  await expect(violet('export', own)).rejects.toThrow(refused)
  await expect(violet('backup', own)).rejects.toThrow(refused)
  expect(await readFile(own, 'utf8')).toContain('cup,Cup,5')

  const list = join(folder, 'redirects.csv')
  await writeFile(list, 'from,to\n/mine,/product/cup\n')
  expect((await violet('export', folder)).err).toContain(`${list} stays, and no export wrote it`)
  await violet('redirects', 'add', '/old', '/product/cup')
  expect((await violet('export', folder)).err).toContain('1 redirect')
  await violet('redirects', 'remove', '/old')
  expect((await violet('export', folder)).err).toContain(`${list} is removed: the shop has no redirects`)
  expect((await readdir(folder)).sort()).toEqual(['catalog.json', 'content.json', 'products.csv'])
  const file = join(folder, 'shop.backup')
  expect([(await violet('backup', file)).code, (await violet('backup', file)).code]).toEqual([0, 0])
})
