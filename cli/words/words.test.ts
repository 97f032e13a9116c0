import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { program } from '#storefront/dictionaries.ts'
import { violet } from '#test/cli/calls.ts'
import { freshDatabase, type TestDatabase } from '#test/database.ts'

let shop: TestDatabase
let folder = ''
beforeEach(async () => {
  shop = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'violet-words-'))
  vi.stubEnv('DATABASE_URL', shop.url)
  vi.stubEnv('DATA_DIR', join(folder, 'data'))
  vi.stubEnv('INIT_CWD', folder)
})
afterEach(() => vi.unstubAllEnvs())

const keys = Object.keys(program.written.en!)

async function fileOf(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return name
}

/** Rows of the two tables, and how often something was announced: to see that a refusal changed nothing. */
async function stored(): Promise<unknown> {
  const texts = await shop.db.pool.query('select language, key, message from words order by language, key')
  const packs = await shop.db.pool.query('select language, lang, messages is null as ours from word_packs')
  const changes = await shop.db.pool.query("select 1 from cache_changes where 'words' = any(tags)")
  return { texts: texts.rows, packs: packs.rows, announced: changes.rowCount }
}

const untouched = { texts: [], packs: [], announced: 0 }

function json(out: string): unknown[] {
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
}

describe('violet words set', () => {
  it('changes a text, lists it, and brings it back', async () => {
    expect(await violet('words', 'set', 'en', 'frame.cart', 'Basket')).toMatchObject({
      code: 0,
      out: 'frame.cart in en: “Basket”; it was “Cart”\n',
    })
    const { out } = await violet('words', 'list', '--changed')
    expect(out.split('\n').map((line) => line.trim())).toEqual([
      'LANGUAGE  KEY         STATE    TEXT',
      'en        frame.cart  changed  Basket',
      '',
    ])
    expect(json((await violet('words', 'list', '--changed', '--json')).out)).toEqual([
      { language: 'en', key: 'frame.cart', message: 'Basket', english: 'Cart', state: 'changed' },
    ])
    expect((await violet('words', 'set', 'en', 'frame.cart', '--unset', '--json')).out).toBe(
      '{"language":"en","key":"frame.cart","message":"Cart","was":"Basket"}\n',
    )
    expect((await violet('words', 'list', '--changed')).out).toBe('There are no such texts\n')
    expect(await stored()).toEqual({ ...untouched, announced: 2 })
  })

  it('does not store a text that is as it comes', async () => {
    await violet('words', 'set', 'zh', 'frame.cart', program.written.zh!['frame.cart']!)
    expect(await stored()).toEqual(untouched)
  })

  it.each([
    [['xx', 'frame.cart', 'X'], '"xx" is no language prefix'],
    [['zh-KH', 'frame.cart', 'X'], 'did you mean zh-HK?'],
    [['de', 'frame.cart', 'X'], 'de is not on: violet words add de comes first'],
    [['en', 'frame.crat', 'X'], 'there is no text "frame.crat"; did you mean frame.cart?'],
    [['en', '__proto__', 'X'], 'there is no text "__proto__"'],
    [['en', 'frame.cart', 'X {n}'], '{n} is no placeholder of this text: this text has none'],
    [['en', 'catalog.count', '{count, plural, other {#}}'], 'lacks the branch one'],
    [['en', 'frame.cart', ''], 'says nothing'],
    [['en', 'frame.cart'], 'say what the text is to be, or --unset'],
    [['en', 'frame.cart', 'X', '--unset'], '--unset takes no text'],
  ])('refuses %j, and nothing moves', async (args, said) => {
    const call = await violet('words', 'set', ...args)
    expect(call.code).toBe(1)
    expect(call.err).toContain(said)
    expect(await stored()).toEqual(untouched)
  })
})

describe('violet words add and remove', () => {
  it('turns our pack on and off, and says what is left to do', async () => {
    const on = await violet('words', 'add', 'de')
    expect(on.out).toMatch(/^de is on: [\d,]+ texts, in German\. /)
    expect(on.err).toContain('then: violet words add de --offer')
    expect(await violet('words', 'set', 'de', 'frame.cart', 'Korb')).toMatchObject({ code: 0 })
    const offered = await violet('words', 'add', 'de', '--offer', '--json')
    expect(JSON.parse(offered.out)).toMatchObject({ language: 'de', lang: 'de', same: true, offered: true })
    const { rows } = await shop.db.pool.query(
      "select document -> 'shop' -> 'languages' as languages from shop_config order by version desc limit 1",
    )
    expect(rows).toEqual([{ languages: ['en', 'zh', 'zh-HK', 'de'] }])

    const asked = await violet('words', 'remove', 'de')
    expect(asked.code).toBe(1)
    expect(asked.err).toContain('1 changed text would be deleted for good')
    const off = await violet('words', 'remove', 'de', '--yes')
    expect(off).toMatchObject({ code: 0, out: 'de is off: its pages show English\n' })
    expect(off.err).toContain('visitors are still offered it')
    expect(await stored()).toMatchObject({ texts: [], packs: [] })
    expect((await violet('words', 'remove', 'de')).err).toContain('de is not on')
  })

  it('asks nothing where nothing is lost', async () => {
    await violet('words', 'add', 'fr')
    expect(await violet('words', 'remove', 'fr')).toMatchObject({ code: 0 })
  })

  it('takes a pack of the merchant’s own, in the language that it names', async () => {
    const file = await fileOf('ar.json', JSON.stringify({ $lang: 'ar', 'frame.cart': 'السلة' }))
    const on = await violet('words', 'add', 'id', '--file', file)
    expect(on.out).toMatch(/^id is on: 1 text, in Arabic\. /)
    expect(on.err).toContain(
      `${(keys.length - 1).toLocaleString('en')} texts are missing and shown in English`,
    )
    expect(await stored()).toMatchObject({ packs: [{ language: 'id', lang: 'ar', ours: false }] })
    const [listed] = json(
      (await violet('words', 'list', '--language', 'id', '--find', 'السلة', '--json')).out,
    )
    expect(listed).toMatchObject({ key: 'frame.cart', state: 'as it comes' })

    // The same file once more changes nothing; another one is asked about.
    const other = await fileOf('other.json', JSON.stringify({ 'frame.cart': 'Keranjang' }))
    expect((await violet('words', 'add', 'id', '--file', other)).err).toContain('id has a pack of your own')
    expect(await violet('words', 'add', 'id', '--file', other, '--yes')).toMatchObject({ code: 0 })
    expect(await stored()).toMatchObject({ packs: [{ language: 'id', lang: 'id' }] })
    expect((await violet('words', 'remove', 'id')).err).toContain(
      'the pack that you brought would be deleted',
    )
  })

  it('names all that is wrong with a pack, and turns nothing on', async () => {
    const file = await fileOf(
      'th.csv',
      'key,message\nframe.cart,ตะกร้า {n}\nframe.crat,x\ncatalog.count,"{count, plural, one {#} other {#}}"\n',
    )
    const call = await violet('words', 'add', 'th', '--file', file)
    expect(call.code).toBe(1)
    expect(call.err).toContain('th.csv:2: frame.cart: {n} is no placeholder of this text: this text has none')
    expect(call.err).toContain(
      'th.csv:3: frame.crat: there is no text "frame.crat"; did you mean frame.cart?',
    )
    expect(call.err).toContain(
      'th.csv:4: catalog.count: the plural of {count} has the branch one: Thai has other',
    )
    expect(call.err).toContain('th.csv was not stored: 3 faults')
    expect(await stored()).toEqual(untouched)
  })

  it.each([
    [['en'], 'en has its texts from the program'],
    [['th'], 'no pack for th (Thai) comes with the program: packs do for de, es, fr, it, ja, ko, pt'],
    [['th', '--file', 'none.json'], 'none.json cannot be read: it is not there'],
    [['zz'], '"zz" is no language prefix'],
  ])('refuses %j', async (args, said) => {
    const call = await violet('words', 'add', ...args)
    expect([call.code, call.err.includes(said)]).toEqual([1, true])
    expect(await stored()).toEqual(untouched)
  })

  it('refuses a pack in a language that nobody has heard of', async () => {
    const file = await fileOf('x.json', JSON.stringify({ $lang: 'x!"><script>', 'frame.cart': 'X' }))
    expect((await violet('words', 'add', 'th', '--file', file)).err).toContain('"$lang" names no language')
    expect(await stored()).toEqual(untouched)
  })
})

describe('violet words export and import', () => {
  it('gives every text of every language out, and takes it back without a change', async () => {
    await violet('words', 'add', 'ja')
    await violet('words', 'set', 'ja', 'frame.cart', 'かご')
    const before = await stored()
    for (const format of ['csv', 'json'])
      for (const language of ['en', 'zh', 'zh-HK', 'ja']) {
        const file = await fileOf(
          `${language}.${format}`,
          (await violet('words', 'export', language, '--format', format)).out,
        )
        const back = await violet('words', 'import', language, file, '--json')
        const { same, empty, ...done } = JSON.parse(back.out) as Record<'same' | 'empty' | 'changed', number>
        expect(done).toMatchObject({ changed: 0, applied: true })
        // What a pack lacks is an empty field, for whoever translates it.
        expect(same + empty).toBe(keys.length)
      }
    expect(await stored()).toEqual(before)
  })

  it('makes a file to fill in for a language that is not on', async () => {
    const { out } = await violet('words', 'export', 'vi')
    expect(out).toContain('frame.cart,Cart,,missing\r\n')
    expect(
      Object.values(JSON.parse((await violet('words', 'export', 'vi', '--json')).out) as object),
    ).toEqual(keys.map(() => ''))
  })

  it('changes what a file names, leaves empty ones, and takes back what is as it comes', async () => {
    await violet('words', 'set', 'en', 'frame.menu', 'All')
    const file = await fileOf('en.csv', 'key,message\nframe.cart,Basket\nframe.menu,Menu\nframe.close,\n')
    expect((await violet('words', 'import', 'en', file, '--dry-run')).err).toContain(
      'a dry run: nothing was kept',
    )
    expect(await stored()).toMatchObject({ texts: [{ key: 'frame.menu' }], announced: 1 })
    expect((await violet('words', 'import', 'en', file)).out).toBe(
      'en  1 changed  1 as they come again  0 as they were  1 empty\n',
    )
    expect(await stored()).toMatchObject({ texts: [{ key: 'frame.cart', message: 'Basket' }], announced: 2 })
    expect((await violet('words', 'export', 'en', '--changed', '--format', 'json')).out).toBe(
      '{\n  "frame.cart": "Basket"\n}\n',
    )
  })

  it('reads standard input', async () => {
    const piped = Readable.from([Buffer.from('{"frame.cart": "Basket"}')])
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(piped as typeof process.stdin)
    try {
      expect((await violet('words', 'import', 'en', '-')).out).toContain('1 changed')
    } finally {
      stdin.mockRestore()
    }
  })

  it('stores nothing when one text is wrong, and lists every fault', async () => {
    const wrong = Object.fromEntries(keys.slice(0, 1_200).map((key) => [key, '<b>x</b>']))
    const file = await fileOf('en.json', JSON.stringify({ 'frame.cart': 'Basket', ...wrong, nowhere: 'x' }))
    const call = await violet('words', 'import', 'en', file, '--json')
    expect(call.code).toBe(1)
    const { applied, faults, beyond } = JSON.parse(call.out) as {
      applied: boolean
      faults: object[]
      beyond: number
    }
    expect([applied, faults.length, faults.length + beyond]).toEqual([false, 1_000, 1_201])
    const told = await violet('words', 'import', 'en', file)
    expect(told.err).toContain(`en.json: ${keys[0]!}: has HTML, which would be shown as it is written`)
    expect(told.err.split('\n').length).toBeLessThan(30)
    expect(await stored()).toEqual(untouched)
  })

  it('lets every text of the program be changed', async () => {
    const marked = Object.fromEntries(
      Object.entries(program.written.en!).map(([key, text]) => [key, `${text}§`]),
    )
    const file = await fileOf('en.json', JSON.stringify(marked))
    expect(JSON.parse((await violet('words', 'import', 'en', file, '--json')).out)).toMatchObject({
      changed: keys.length,
      same: 0,
    })
    const { wordsReader } = await import('#features/words/rules/read-words.ts')
    const words = await wordsReader(program)(shop.db)
    const texts = Object.entries(words.texts('en'))
    expect(texts).toHaveLength(keys.length)
    expect(texts.filter(([, text]) => !JSON.stringify(text).includes('§'))).toEqual([])
    // Other languages have texts of their own; those that have none show the changed English ones.
    expect(JSON.stringify(words.texts('zh'))).not.toContain('§')
    expect(words.texts('fr')).toEqual(words.texts('en'))
  })
})

it('lists the languages, each with where its texts come from', async () => {
  await violet('words', 'add', 'de')
  const { out } = await violet('words', 'list')
  const lines = out.split('\n').map((line) => line.split(/ {2,}/))
  expect(lines[0]).toEqual(['LANGUAGE', 'NAME', 'TEXTS', 'CHANGED', 'MISSING', 'OFFERED'])
  expect(lines).toContainEqual(['en', 'English', 'the program', '0', '0', 'yes'])
  expect(lines.find(([language]) => language === 'de')?.slice(2, 4)).toEqual(['the pack', '0'])
  expect(lines.find(([language]) => language === 'fr')?.[2]).toBe('off; violet words add fr')
  expect(lines.find(([language]) => language === 'th')?.slice(2)).toEqual(['off', '0', '–', 'no'])
  expect(json((await violet('words', 'list', '--json')).out)).toHaveLength(15)
})
