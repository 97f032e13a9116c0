import { own } from '#domain/by-word.ts'
import { isLocale } from '#i18n/locales.ts'
import { printable } from '#wire/shown-text.ts'
import { table } from '../terminal.ts'

type Members = Readonly<Record<string, unknown>>

/** Characters of a longer text. */
const longest = 160

/** An entry of our own format for a person: its name, where it is, and a line for each member that says something. */
export function describeEntry(noun: string, entry: object, where: string): string {
  const { slug, title, name, visible, skus, ...others } = entry as Members
  const head = `${String(slug)}  ${textOf(title ?? name)}${visible === false ? '  (hidden)' : ''}`
  const lines = Object.entries(others).flatMap(([member, value]) => {
    const text = wordsOf(value)
    return text === '' ? [] : [`${member}: ${text}`]
  })
  const units = Array.isArray(skus) ? ['', skuTable(skus as Members[])] : []
  return [head, `${noun}, ${where}, ${languagesOf(title ?? name)}`, ...lines, ...units]
    .map((line) => line.split('\n').map(printable).join('\n'))
    .join('\n')
}

/** The text in the first language that there is. */
function textOf(texts: unknown): string {
  const text = isMembers(texts) ? (own(texts, 'en') ?? Object.values(texts)[0]) : texts
  return typeof text === 'string' ? text : ''
}

function languagesOf(texts: unknown): string {
  return isMembers(texts) ? `in ${Object.keys(texts).join(', ')}` : ''
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '' || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return listWords(value as unknown[])
  if (!isMembers(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  if (Object.keys(value).length > 0 && Object.keys(value).every(isLocale)) return short(textOf(value))
  return Object.entries(value)
    .flatMap(([member, inner]) => {
      const text = wordsOf(inner)
      return text === '' ? [] : [`${member} ${text}`]
    })
    .join(', ')
}

function listWords(list: readonly unknown[]): string {
  return list
    .map((one) => {
      if (!isMembers(one)) return wordsOf(one)
      const { code, src, label, value } = one
      if (typeof code === 'string') return code
      if (typeof src === 'string') return src
      return label === undefined ? wordsOf(one) : `${textOf(label)} ${textOf(value)}`
    })
    .filter((text) => text !== '')
    .join('; ')
}

/** Without marks and line breaks. */
function short(text: string): string {
  const plain = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length > longest ? `${plain.slice(0, longest).trimEnd()}…` : plain
}

function skuTable(skus: readonly Members[]): string {
  const rows = skus.flatMap(({ sku, options, prices, stock, backorder }) =>
    Object.entries((prices ?? {}) as Record<string, Price>).map(([currency, price], index) => [
      index === 0 ? String(sku) : '',
      index === 0 ? Object.values((options ?? {}) as Record<string, string>).join(', ') : '',
      `${price.price} ${currency}`,
      price.linePrice ?? '',
      (price.tiers ?? []).map(({ from, amount }) => `${from}: ${amount}`).join(', '),
      index === 0 ? `${String(stock)}${backorder === true ? ', sold beyond stock' : ''}` : '',
    ]),
  )
  return table([['SKU', 'OPTIONS', 'PRICE', 'WAS', 'FROM MORE ON', 'ON HAND'], ...rows])
}

interface Price {
  price: string
  linePrice?: string
  tiers?: { from: number; amount: string }[]
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
