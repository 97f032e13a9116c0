import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { motifFor } from '../made/words.ts'
import { readRecipe, standIn } from './recipes.ts'

describe('a recipe', () => {
  it('is read into one spelling', () => {
    expect(readRecipe({ motif: 'mug', color: '#ABC', seed: 7 })).toEqual({
      ok: true,
      value: { motif: 'mug', color: '#aabbcc', seed: 7 },
    })
    expect(readRecipe({ motif: 'mug', color: 'Sage' })).toEqual({
      ok: true,
      value: { motif: 'mug', color: '#a3b096', seed: 0 },
    })
  })

  it.each([
    [{ motif: 'spaceship', color: 'sage' }, 'unknown_motif'],
    [{ motif: '__proto__', color: 'sage' }, 'unknown_motif'],
    [{ motif: 'constructor', color: 'sage' }, 'unknown_motif'],
    [{ motif: 'toString', color: 'sage' }, 'unknown_motif'],
    [{ motif: '', color: 'sage' }, 'unknown_motif'],
    [{ motif: 'mug', color: 'red"/><script>alert(1)</script>' }, 'unknown_color'],
    [{ motif: 'mug', color: 'url(https://example.com/a.svg)' }, 'unknown_color'],
    [{ motif: 'mug', color: '#12345g' }, 'unknown_color'],
    [{ motif: 'mug', color: 'sage', seed: -1 }, 'seed_out_of_range'],
    [{ motif: 'mug', color: 'sage', seed: 1.5 }, 'seed_out_of_range'],
    [{ motif: 'mug', color: 'sage', seed: Number.NaN }, 'seed_out_of_range'],
    [{ motif: 'mug', color: 'sage', seed: 1_000_001 }, 'seed_out_of_range'],
  ])('%j is refused: %s', (given, code) => {
    expect(readRecipe(given)).toEqual({ ok: false, problem: { code } })
  })
})

describe('what stands in for a missing picture', () => {
  it.each([
    ['Ocean Blue Shirt', null, ['men'], 'shirt'],
    ['Black Leather Bag', null, ['women'], 'bag'],
    ['Clay Plant Pot', 'Outdoor', ['Pot', 'Plants'], 'plant'],
    ['Bedside Table', 'Indoor', [], 'table'],
    ['Brown Throw Pillows', 'Indoor', ['Pillows'], 'cushion'],
    ['Mug Tree Stand', null, [], 'utensils'],
    ['Eyeshadow Palette with Mirror', null, ['beauty'], 'tray'],
    ['Brass Desk Lamp', null, [], 'desk-lamp'],
    ['Family Tree Photo Frame', null, [], 'frame'],
    ['Gucci Bloom Eau de', null, ['fragrances'], 'bottle'],
    ['CI.H1', null, ['vehicle'], 'car'],
    ['Silver Pot With Glass Cap', null, ['kitchen-accessories'], 'pan'],
    ['Bookshelves', null, [], 'shelf'],
    ['Quux', 'Wall Clocks', [], 'clock'],
    ['Quux', null, ['Rugs'], 'rug'],
    ['Quux', null, [], 'generic'],
    ['', null, [], 'generic'],
    ['__proto__ constructor', null, [], 'generic'],
    ['花瓶', null, [], 'generic'],
  ])('%s (%s, %j) is drawn as %s', (title, type, categories, motif) => {
    expect(motifFor(type, title, categories)).toBe(motif)
  })

  const subject = { type: null, title: 'Linen cushion', categories: [], seed: 4_711, color: null }

  it('has the colour that is said, else the one in the title, else a pleasing one', () => {
    expect(standIn({ ...subject, color: '#ABCDEF' }).color).toBe('#abcdef')
    expect(standIn({ ...subject, color: 'dark-sage' }).color).toBe('#a3b096')
    expect(standIn({ ...subject, title: 'Off White Cushion' }).color).toBe('#f4f1ea')
    expect(standIn({ ...subject, color: 'chartreuse', title: 'Navy cushion' }).color).toBe('#2f3f5c')
    expect(standIn({ ...subject, title: 'Cushion' }).color).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('is always a recipe that can be read, the same for the same words', () => {
    for (let seed = 0; seed < 400; seed++) {
      const recipe = standIn({ ...subject, title: seed % 2 === 0 ? 'Chair' : 'Mug', seed })
      expect(readRecipe(recipe)).toEqual({ ok: true, value: recipe })
      expect(standIn({ ...subject, title: seed % 2 === 0 ? 'Chair' : 'Mug', seed })).toEqual(recipe)
    }
    const colors = new Set(
      Array.from({ length: 400 }, (_, seed) => standIn({ ...subject, title: 'Mug', seed }).color),
    )
    expect(colors.size).toBe(16)
  })

  it('takes no longer for a hostile title', () => {
    const started = performance.now()
    expect(motifFor(null, 'a-'.repeat(200_000), [])).toBe('generic')
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  const file = '../shared/data/catalogue/dummyjson-products.json'
  it.skipIf(!existsSync(file))(
    'knows a motif for every product of the DummyJSON catalogue (skipped without the shared data)',
    () => {
      const products = JSON.parse(readFileSync(file, 'utf8')) as {
        title: string
        category: string
        tags: string[]
      }[]
      expect(products.length).toBe(194)
      const unknown = products.filter(
        ({ title, category, tags }) => motifFor(null, title, [category, ...tags]) === 'generic',
      )
      expect(unknown.map(({ title }) => title)).toEqual([])
    },
  )
})
