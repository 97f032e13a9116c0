import { expect, it } from 'vitest'
import { dictionaries } from '#storefront/dictionaries.ts'
import type { Locale } from '#i18n/locales.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Database } from '#platform/server/db/db.ts'
import { letterHtml, letterPlain, type Letter, type LetterPart } from '#platform/server/mail/mail-parts.tsx'
import { contextOf } from '#test/page-visitor.ts'
import { allMails } from './all-mails.ts'
import { orderMailCount, orderMails } from './order-mails.ts'
import { returnMailCount, returnMails } from './return-mails.ts'

const locales = ['en', 'zh', 'zh-HK'] as const

/** Mails ask the database nothing when they are written. */
const none = {} as Database
const zones = [{ name: { en: 'Germany' }, days: { from: 1, to: 3 } }]
const config = {
  shop: { delivery: { timeZone: 'Europe/Berlin', handling: { from: 1, to: 2 }, zones } },
}
const contextFor = (locale: Locale): Ctx => contextOf(none, { locale, config })

function texts({ subject, title, parts, footer }: Letter): string[] {
  const said = (part: LetterPart): string[] =>
    part.kind === 'facts' ? part.facts.flatMap(({ name, value }) => [name, value]) : [part.text]
  return [subject, title, ...[...parts, ...footer].flatMap(said)]
}

/** What a reader sees of HTML. */
function seen(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<br\/?>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

it.each(locales)('has all texts of every mail in %s', (locale) => {
  const mails = allMails(contextFor(locale))
  expect(mails.length).toBeGreaterThan(50)
  for (const [name, letter] of mails) {
    expect(letter.subject, name).not.toBe('')
    for (const text of texts(letter)) {
      expect(text, name).not.toMatch(/^[a-z_]+(?:\.[a-z_]+)+$|undefined|\[object|\{\w+\}|NaN|Invalid/)
    }
    const words = [letter.subject, letter.title].join(' ')
    if (locale === 'en') expect(words, name).not.toMatch(/\p{sc=Han}/u)
    // A Traditional Chinese title is not the Simplified one, where the two are written differently.
    else expect(words, name).toMatch(/\p{sc=Han}/u)
  }
})

it('says in each language something of its own', () => {
  const [en, zh, hk] = locales.map((locale) => new Map(allMails(contextFor(locale))))
  const same = [...en!].filter(([name, { title }]) =>
    [zh!, hk!].some((others) => others.get(name)!.title === title),
  )
  expect(same.map(([name]) => name)).toEqual([])
})

it.each(locales)('can be read as plain text alone, in %s', (locale) => {
  for (const [name, letter] of allMails(contextFor(locale))) {
    const plain = letterPlain(letter)
    const html = seen(letterHtml(letter))
    for (const text of texts(letter).slice(1)) {
      for (const line of text.split('\n')) {
        expect(plain, name).toContain(line)
        expect(html, name).toContain(line)
      }
    }
    // Every press is a link that can be followed from a text.
    for (const part of [...letter.parts, ...letter.footer])
      if (part.kind === 'button' || part.kind === 'link') {
        expect(part.href, name).toMatch(/^https:\/\/\S+$/)
        expect(plain, name).toContain(`\n${part.href}`)
      }
    expect(plain, name).not.toMatch(/<\/?\w+[ >/]|&(?:amp|lt|gt|quot|#)/)
  }
})

it('says after every step of an order what comes next, and by when where a time is known', () => {
  const plain = new Map(orderMails(contextFor('en')).map(([name, letter]) => [name, letterPlain(letter)]))
  const says = (name: string, ...all: (string | RegExp)[]): void => {
    for (const part of all) expect(plain.get(name), name).toMatch(part)
  }
  const until = /until 29 November 2026|until November 29, 2026/
  says('order placed, to be paid by card', until, 'cancelled automatically', 'Pay now')
  says('order placed, to be transferred', until, 'cancelled automatically')
  says('another way of paying', until, 'cancelled automatically')
  says('order placed, to be paid on delivery', 'email you when', 'Expected to arrive')
  for (const name of ['order placed and paid', 'payment received', 'cancellation refused'])
    says(name, 'email you when your order is on its way', 'Expected to arrive')
  says('parcel sent', 'The rest follows', 'Expected to arrive')
  says('order arrived', 'reply to this email', /completed automatically on .*December/)
  for (const name of ['order cancelled', 'order not paid in time']) says(name, 'order again')
  says('cancelled by the shop, refunded', 'Banks can take a few days')
  says('cancelled by the shop, refunded by hand', 'we will email you when it has')
  says('cancellation requested', 'before anything is sent')
  says('refunded whole', 'Banks can take a few days')
  expect(plain.size).toBe(orderMailCount)
})

it('has a letter for every example of a return', () => {
  expect(new Map(returnMails(contextFor('en'))).size).toBe(returnMailCount)
})

it('shows every text that a mail has', () => {
  const used = new Set<string>()
  const ctx = contextFor('en')
  const t = ((key: string, values: never) => {
    used.add(key)
    return (ctx.t as (key: string, values: never) => string)(key, values)
  }) as Ctx['t']
  allMails({ ...ctx, t })
  const missing = Object.keys(dictionaries('en')).filter((key) => /\.mail\./.test(key) && !used.has(key))
  expect(missing).toEqual([])
})
