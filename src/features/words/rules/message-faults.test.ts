import { describe, expect, it } from 'vitest'
import { textLocales, htmlLang } from '#i18n/locales.ts'
import { translator } from '#i18n/t.ts'
import { program } from '#storefront/dictionaries.ts'
import { fittingMessage } from './message-faults.ts'

const counted = '{count, plural, one {# item} other {# items}} in {place}'

function faultsOf(message: string, english: string, lang = 'de'): readonly string[] {
  const fit = fittingMessage(message, english, lang)
  return fit.ok ? [] : fit.problem
}

describe('a text that is brought', () => {
  it.each([
    ['Artikel: {count, number} in {place}', counted, 'de'],
    ['{place}: {count}', counted, 'de'],
    ['{count, plural, =1 {ein Artikel} other {# Artikel}} in {place}', counted, 'de'],
    ['{place}には{count, number}点', counted, 'ja'],
    ['{place}: {count, plural, zero {0} one {1} two {2} few {#} many {#} other {#}}', counted, 'ar'],
    // Of no number in particular: English says the same of one and of many, too.
    ['Nur noch {left, plural, other {#}}', '{left, plural, other {Only # left}}', 'de'],
    ['Über Bestellung {number}:\n', 'About order {number}:\n', 'de'],
    ["Das '{'Feld'}' I <3 dich & 1 < 2", 'The field', 'de'],
    [', ', ', ', 'de'],
  ])('may be %j', (message, english, lang) => {
    expect(faultsOf(message, english, lang)).toEqual([])
  })

  it.each([
    ['', ['says nothing']],
    [' \n', ['says nothing']],
    ['x'.repeat(2_001), ['has 2,001 characters: 2,000 are the most']],
    ['{count} in {place}\u0007', ['has a control character']],
    ['{count} in {place}\ud800', ['has a control character']],
    ['{count} in {place}\r\n', ['has a control character']],
    ['<b>{count}</b> in {place}', ['has HTML, which would be shown as it is written: leave the tags out']],
    ['{count} in {place}<br/>', ['has HTML, which would be shown as it is written: leave the tags out']],
    ['{count} in {place', ['a { has no }']],
    ['{} {count} in {place}', ['a placeholder has no name: write {name}']],
    ['{count} in', ['lacks the placeholder {place}']],
    ['{count} in {place} for {who}', ['{who} is no placeholder of this text: there are {count}, {place}']],
    ['{place, plural, one {a} other {b}}: {count}', ['{place} is a text and no number: it has no plural']],
    ['{place, number}: {count}', ['{place} is a text and no number: write it without “number”']],
    ['{place, date}: {count}', ['{place} is written in another way in English: write it as there']],
    ['{count, date} {place}', ['{count} is written in another way in English: write it as there']],
    [
      '{count, number, ::currency/EUR} {place}',
      ['{count} is written in another way in English: write it as there'],
    ],
    [
      '{place, select, a {x} other {y}} {count}',
      ['{place} is written in another way in English: write it as there'],
    ],
    ['{count, plural, one {x}} {place}', ['a plural lacks the branch other']],
    [
      '{count, plural, one {x} few {y} other {z}} {place}',
      ['the plural of {count} has the branch few: German has one, other'],
    ],
    [
      '{count, plural, other {#}} {place}',
      ['the plural of {count} lacks the branch one: German has one, other'],
    ],
    [
      '{count, plural, offset:1 one {x} other {y}} {place}',
      ['has an offset in a plural, which is not supported'],
    ],
  ])('is refused: %j', (message, faults) => {
    expect(faultsOf(message, counted)).toEqual(faults)
  })

  it('is judged by the plurals of what it is written in', () => {
    expect(faultsOf('{place}: {count, plural, one {1} other {#}}', counted, 'ar')).toEqual([
      'the plural of {count} lacks the branch two: Arabic has zero, one, two, few, many, other',
      'the plural of {count} lacks the branch few: Arabic has zero, one, two, few, many, other',
      'the plural of {count} lacks the branch many: Arabic has zero, one, two, few, many, other',
    ])
    expect(faultsOf('{place}: {count, plural, one {1} other {#}}', counted, 'ja')).toEqual([
      'the plural of {count} has the branch one: Japanese has other',
    ])
  })

  it.each([
    ['{__proto__}', 'Cart'],
    ['{constructor}', 'Cart'],
    ['{toString, plural, one {a} other {b}}', 'Cart'],
    ['{'.repeat(1_000), 'Cart'],
    ['{a, select, other '.repeat(90) + '{x}' + '}'.repeat(90), 'Cart'],
    ['<a>'.repeat(600), 'Cart'],
    ['x'.repeat(1_000_000), 'Cart'],
    ['{count, plural, other {'.repeat(50_000), counted],
  ])('does no harm when it is meant to (%#)', (message, english) => {
    const before = performance.now()
    expect(faultsOf(message, english)).toHaveLength(1)
    // The parser never sees what is long or deep.
    expect(performance.now() - before).toBeLessThan(1_000)
  })

  it('has no other values than the English one', () => {
    const fit = fittingMessage('{place}, {count, plural, one {ein Stück} other {# Stück}}', counted, 'de')
    if (!fit.ok) throw new Error(fit.problem.join())
    const t = translator({ 'cart.title': fit.value } as never, 'de') as unknown as (
      key: string,
      values: object,
    ) => string
    expect(t('cart.title', { count: 1_200, place: '<b>' })).toBe('<b>, 1.200 Stück')
  })
})

it.each(textLocales)('every text of the program in %s would be taken from a merchant', (locale) => {
  const english = program.written.en!
  const faults = Object.entries(program.written[locale]!).flatMap(([key, message]) =>
    faultsOf(message, english[key]!, htmlLang(locale)).map((fault) => `${key} ${fault}`),
  )
  expect(faults).toEqual([])
})
