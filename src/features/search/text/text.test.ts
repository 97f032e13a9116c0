import { describe, expect, it } from 'vitest'
import { markTitle } from './marks.ts'
import { pinyinOf } from './pinyin.ts'
import { editDistance } from '#domain/edit-distance.ts'
import { allWords, readQuery, rewritten } from './query.ts'
import { formsOf, pairsOf, partsOf, piecesOf } from './tokens.ts'
import { vectorsOf } from './vector.ts'

const texts = (text: string): string[] => piecesOf(text.normalize('NFKC')).map((piece) => piece.text)

describe('a text in pieces', () => {
  it.each([
    ['Café au lait, ＭＵＧ & “Straße”', ['cafe', 'au', 'lait', 'mug', 'strasse']],
    ["Women's J’adore rock 'n' roll", ['women', 'jadore', 'rock', 'n', 'roll']],
    ['黃昏檯燈', ['黄昏台灯']],
    ['ﾗﾝﾌﾟ ランプ らんぷ', ['らんぷ', 'らんぷ', 'らんぷ']],
    ['台灯Lamp60cm灯', ['台灯', 'lamp60cm', '灯']],
    ['T-Shirt_2/3', ['t', 'shirt', '2', '3']],
    ['☕️ and 🪴', ['☕', 'and', '🪴']],
    ['%_\\\'"()|&!:*<->\u0000 \u200b', []],
    ['Łódź Ørsted İstanbul', ['lodz', 'orsted', 'istanbul']],
    ['전등 лампа مصباح', ['전등', 'лампа', 'مصباح']],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  it('tells where each stands in what was given', () => {
    const title = 'Café 檯燈'
    expect(piecesOf(title).map(({ start, end }) => title.slice(start, end))).toEqual(['Café', '檯燈'])
  })
})

it.each([
  ['lamps', ['lamp']],
  ['glasses', ['glass', 'glasse']],
  ['glass', []],
  ['knives', ['knif', 'knife', 'knive']],
  ['strawberries', ['strawberry', 'strawberrie']],
  ['women', ['woman']],
  ['lampen', ['lampe', 'lamp']],
  ['bus', []],
  ['folding', ['fold', 'folde']],
  ['dotted', ['dott', 'dotte', 'dot']],
  ['weekly', ['week']],
  ['seed', []],
  ['string', []],
  ['pen', []],
  ['s10', []],
])('%s may be of %s', (text, forms) => {
  expect(formsOf({ text, written: text })).toEqual(forms)
})

it('knows an umlaut written out, and as it is', () => {
  expect(formsOf({ text: 'mobel', written: 'möbel' })).toEqual(['moebel', 'möbel'])
})

it('takes letters and figures apart', () => {
  expect([partsOf('60cm'), partsOf('xps13'), partsOf('1234'), partsOf('lamp')]).toEqual([
    ['60', 'cm'],
    ['xps', '13'],
    [],
    [],
  ])
})

it('finds a run of Han by its pairs', () => {
  expect([pairsOf('羊毛毯'), pairsOf('灯')]).toEqual([['羊毛', '毛毯'], ['灯']])
})

it('knows what the pinyin of a title is typed as', async () => {
  expect(await pinyinOf('台灯')).toEqual(['tai', 'taideng', 'td', 'deng'])
  expect(await pinyinOf('绿')).toEqual(['lv'])
  expect(await pinyinOf('らんぷ')).toEqual([])
})

describe('a query', () => {
  const read = (q: string) => readQuery(q, 200)

  it('is cut, in one line, and its words are folded', () => {
    expect(read(' Lamp\n\tDesk\u0000 ').q).toBe('Lamp Desk')
    expect([...read('漢'.repeat(10_000)).q]).toHaveLength(200)
    expect([...read('🪴'.repeat(10_000)).q]).toHaveLength(200)
    expect(read('lamp '.repeat(3_000)).words).toHaveLength(1)
    expect(read('a b c d e f g h i j k l m n o p').words).toHaveLength(8)
  })

  it('leaves out words that say nothing, unless nothing else is said', () => {
    expect(read('a lamp for the desk').words.map(({ text }) => text)).toEqual(['lamp', 'desk'])
    expect(read('送人的杯子').words.map(({ text }) => text)).toEqual(['送', '人', '杯子'])
    expect(read('the').words.map(({ text }) => text)).toEqual(['the'])
  })

  it('has Han taken apart into words', () => {
    expect(read('白色台灯').words.map(({ text }) => text)).toEqual(['白色', '台灯'])
  })

  it('is no statement, whatever is typed', () => {
    for (const q of ["'", "\\'", "a'b | c", '!x', 'x:*', '(', "');--", '\u{d800}', 'lamp\\'])
      for (const word of read(q).words) expect(allWords([word])).toMatch(/^\((?:'[^'\\]+'|[()&| ])+\)$/)
  })

  it('is written anew with a better word, close together where that is the custom', () => {
    expect(rewritten(read('wollen Blankett'), new Map([['blankett', 'blanket']]))).toBe('wollen blanket')
    expect(rewritten(read('白色台灯'), new Map())).toBe('白色台灯')
  })
})

it.each([
  ['lamp', 'lamp', 0],
  ['lmap', 'lamp', 1],
  ['lam', 'lamp', 1],
  ['cusion', 'cushion', 1],
  ['mirorr', 'mirror', 1],
  ['blankett', 'blanked', 2],
  ['', 'abc', 3],
])('%s is away from %s by %i', (a, b, steps) => {
  expect(editDistance(a, b)).toBe(steps)
  expect(editDistance(b, a)).toBe(steps)
})

describe('a title', () => {
  const mark = (title: string, q: string, open = false): string => {
    const { words } = readQuery(q, 200)
    return markTitle(title, words, open)
      .map(({ text, mark: isMarked }) => (isMarked ? `[${text}]` : text))
      .join('')
  }

  it.each([
    ['Dusk Lamp', 'lamps', 'Dusk [Lamp]'],
    ['Café Chair', 'cafe', '[Café] Chair'],
    ['黃昏檯燈', '台灯', '黃昏[檯燈]'],
    ['黃昏檯燈', '燈', '黃昏檯[燈]'],
    ['<b>Mug</b>', 'b', '<[b]>Mug</[b]>'],
    ['Lamp', 'sofa', 'Lamp'],
  ])('%s for %s', (title, q, expected) => {
    expect(mark(title, q)).toBe(expected)
  })

  it('has the beginning of an unfinished word marked', () => {
    expect(mark('Dusk Lamp', 'du', true)).toBe('[Du]sk Lamp')
    expect(mark('Dusk Lamp', 'du')).toBe('Dusk Lamp')
  })

  it('loses nothing', () => {
    for (const title of ['Dusk Lamp', '½ ランプ 燈 ☕', '', '<script>'])
      expect(mark(title, 'lamp 燈 ラ').replaceAll(/[[\]]/g, '')).toBe(title)
  })
})

it('is kept with titles apart, and without what PostgreSQL could misread', async () => {
  const { head, words } = await vectorsOf({
    titles: ["L'été \\ lamp", 'Lamp'],
    names: ["O'Neill"],
    numbers: ['NO-1'],
    labels: [],
    texts: ['It’s of oak.'],
  })
  expect(head).not.toMatch(/\\|''/)
  expect(head).toContain("'lamp':22A,42A")
  expect(head).toContain("'#no1':16000B")
  expect(words.split(' ')).toContain("'oak'")
  expect(head).not.toContain("'oak'")
})

describe('a query that grows when its letters are written out', () => {
  it('is cut again', () => {
    const read = readQuery('\ufdfa'.repeat(200), 200)
    expect([...read.q]).toHaveLength(200)
    expect(read.words.map(({ text }) => text).join('').length).toBeLessThanOrEqual(200)
  })

  it('is compared as a whole up to a hundred letters', () => {
    expect(readQuery('a'.repeat(100), 200).whole).toBe('a'.repeat(100))
    expect(readQuery('a'.repeat(101), 200).whole).toBe('')
  })
})
