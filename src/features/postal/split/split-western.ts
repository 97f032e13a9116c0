import { byWord } from '#domain/by-word.ts'
import { chineseRegions } from '#i18n/chinese-regions.ts'
import { regionsOf } from '#i18n/regions.ts'
import { countryRules } from '../rules/country-rules.ts'
import { hongKongNames } from './places.ts'
import type { Found, Parts, Stripped } from './strip-address.ts'

/** An address in lines, or in one with commas: the name first, the place last. */
export function splitWestern({ text, name }: Stripped, hint: string): Found {
  const lines = linesOf(text)
  const said = takeCountry(lines)
  const country = said || countryByCode(lines) || hint
  const place = placeOf(lines, country)
  const { company, rest } = takeCompany(lines)
  const named = name !== '' ? name : takeName(rest)
  const [line1 = '', ...others] = streetFirst(rest)
  return { country, parts: { name: named, company, line1, line2: others.join(', '), ...place } }
}

function linesOf(text: string): string[] {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/^[\s,;]+|[\s,;]+$/g, ''))
    .filter((line) => line !== '')
  if (lines.length > 2) return lines
  return lines.flatMap((line) => line.split(/\s*[,;]\s*/)).filter((line) => line !== '')
}

/** Countries by their own names, beside those in the languages of the shop. */
const ownNames: Readonly<Record<string, string>> = byWord({
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  svizzera: 'CH',
  france: 'FR',
  italia: 'IT',
  españa: 'ES',
  espana: 'ES',
  nederland: 'NL',
  'the netherlands': 'NL',
  holland: 'NL',
  belgië: 'BE',
  belgique: 'BE',
  luxembourg: 'LU',
  portugal: 'PT',
  suomi: 'FI',
  sverige: 'SE',
  danmark: 'DK',
  norge: 'NO',
  polska: 'PL',
  česko: 'CZ',
  'czech republic': 'CZ',
  éire: 'IE',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'u.s.a.': 'US',
  us: 'US',
  'u.s.': 'US',
  america: 'US',
  'hong kong': 'HK',
  'hong kong sar': 'HK',
  macau: 'MO',
  macao: 'MO',
  china: 'CN',
  'p.r. china': 'CN',
  prc: 'CN',
  taiwan: 'TW',
  korea: 'KR',
  'south korea': 'KR',
  日本: 'JP',
  japan: 'JP',
  singapore: 'SG',
  한국: 'KR',
  대한민국: 'KR',
})

const english = new Intl.DisplayNames('en', { type: 'region' })
const countriesByName: ReadonlyMap<string, string> = new Map([
  ...Object.keys(countryRules).map((code) => [(english.of(code) ?? code).toLowerCase(), code] as const),
  ...Object.entries(ownNames),
])

/** The last line, or the end of it, where it names a country; taken off. */
function takeCountry(lines: string[]): string {
  const last = lines.at(-1) ?? ''
  const whole = countriesByName.get(last.toLowerCase())
  if (whole !== undefined) {
    lines.pop()
    return whole
  }
  const end = /^(.*?[^\s,])([,\s]+)([\p{L}.]+(?: [\p{L}.]+)?)$/u.exec(last)
  const code = end === null ? undefined : countriesByName.get(end[3]!.toLowerCase())
  // "Singapore 238801" and "Luxembourg" may be the city as well: only what follows a place is taken.
  if (end === null || code === undefined || !/\d|,/.test(end[1]! + end[2]!)) return ''
  lines[lines.length - 1] = end[1]!
  return code
}

/** By the shape of its postcode where one country alone writes it so. */
function countryByCode(lines: readonly string[]): string {
  const text = lines.join('\n')
  if (/〒|[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'JP'
  if (
    /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2}\b/i.test(text) &&
    countryRules['GB']!.postcode!.test(lastCode(lines))
  )
    return 'GB'
  if (/\b[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d\b/i.test(text)) return 'CA'
  if (/\b(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT) \d{4}\b/.test(text)) return 'AU'
  if (/\b\d{4} ?[A-Z]{2} +\p{L}/u.test(text)) return 'NL'
  if (/\bD-\d{5}\b/.test(text)) return 'DE'
  if (/\bA-\d{4}\b/.test(text)) return 'AT'
  if (/\bCH-\d{4}\b/.test(text)) return 'CH'
  if (/\bF-\d{5}\b/.test(text)) return 'FR'
  if (/\bSingapore \d{6}\b/i.test(text)) return 'SG'
  if (
    /\b(?:D6W|[ACDEFHKNPRTVWXY]\d{2}) ?[0-9ACDEFHKNPRTVWXY]{4}\b/.test(text) &&
    /[A-Z]/.test(lastCode(lines))
  )
    return 'IE'
  const state = /(?:^|[, ])([A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)[,\s]+\d{5}(?:-\d{4})?$/m.exec(text)?.[1]
  return state !== undefined && stateCode('US', state) !== '' ? 'US' : ''
}

function lastCode(lines: readonly string[]): string {
  return (
    /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]\d{2} ?[A-Z\d]{4}\b/i
      .exec([...lines].reverse().join('\n'))?.[0]
      ?.toUpperCase() ?? ''
  )
}

function stateCode(country: string, written: string): string {
  const plain = written.replace(/\.$/, '').toLowerCase()
  return (
    regionsOf(country, 'en').find(
      ({ code, name }) => code.toLowerCase() === plain || name.toLowerCase() === plain,
    )?.code ?? ''
  )
}

/** Reads city, region and postcode off the last lines, and takes them off. */
function placeOf(lines: string[], country: string): Parts {
  switch (country) {
    case 'US':
    case 'CA':
    case 'AU':
      return cityStateCode(lines, country)
    case 'GB':
    case 'IE':
      return codeAtTheEnd(lines, country)
    case 'HK':
      return hongKong(lines)
    case 'SG':
      return { postcode: takeMatch(lines, /(?:,?\s*singapore)?\s*\(?(?:S\s?)?(\d{6})\)?$/i) }
    case 'JP':
      return japan(lines)
    case 'NZ':
      // oxlint-disable-next-line house/slow-pattern -- a pasted address has at most 1000 characters
      return cityThenCode(lines, /^(.*?),?\s+(\d{4})$/)
    default:
      return codeThenCity(lines, country)
  }
}

/** "Austin, TX 78701", also with its commas made into lines. */
function cityStateCode(lines: string[], country: string): Parts {
  const code =
    country === 'US' ? '\\d{5}(?:-\\d{4})?' : country === 'CA' ? '[A-Z]\\d[A-Z] ?\\d[A-Z]\\d' : '\\d{4}'
  const at = lines.findLastIndex((line) => new RegExp(`(?:^|[\\s,])${code}$`, 'i').test(line))
  if (at === -1) return {}
  const [, own = '', postcode = ''] = new RegExp(`^(.*?)[\\s,]*(${code})$`, 'i').exec(lines[at]!)!
  lines.splice(at)
  const before = own === '' ? (lines.pop() ?? '') : own
  const words = before.split(/[\s,]+/).filter((word) => word !== '')
  for (const count of [3, 2, 1]) {
    const region = stateCode(country, words.slice(-count).join(' '))
    if (region === '' || words.length < count) continue
    const city = before.slice(0, before.lastIndexOf(words.at(-count)!)).replace(/[\s,]+$/, '')
    return { city: city === '' ? (lines.pop() ?? '') : city, region, postcode: postcode.toUpperCase() }
  }
  return { city: before, postcode: postcode.toUpperCase() }
}

/** Britain and Ireland: the town on a line of its own, the code behind it or below. */
function codeAtTheEnd(lines: string[], country: string): Parts {
  const pattern =
    country === 'GB'
      ? /[\s,]*([A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i
      : /[\s,]*((?:D6W|[ACDEFHKNPRTVWXY]\d{2}) ?[0-9ACDEFHKNPRTVWXY]{4})$/i
  const at = lines.findLastIndex((line) => pattern.test(line))
  const postcode = at === -1 ? '' : pattern.exec(lines[at]!)![1]!.toUpperCase()
  if (at !== -1) {
    const rest = lines[at]!.replace(pattern, '')
    lines.splice(at, lines.length - at, ...(rest === '' ? [] : [rest]))
  }
  let region = ''
  const county = /^(?:Co\.?|County) ([A-Z]\w+)$/.exec(lines.at(-1) ?? '')?.[1]
  if (country === 'IE' && county !== undefined) {
    region = stateCode('IE', county)
    lines.pop()
  }
  // The first lines are a name and a street.
  const city = lines.length > 1 ? lines.pop()! : ''
  if (country === 'IE' && region === '') region = stateCode('IE', city.replace(/ \d+\w?$/, ''))
  return { city, region, postcode }
}

/** "10115 Berlin", "00184 Roma RM", "1012 JS Amsterdam". */
function codeThenCity(lines: string[], country: string): Parts {
  const pattern =
    /^(?:[A-Z]{1,2}-)?(\d{4} ?[A-Z]{2}(?= )|\d{4}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|\d{4,6})\s+(\p{L}.*)$/u
  const at = lines.findLastIndex((line) => pattern.test(line))
  if (at === -1) return cityThenCode(lines, /^(.*?\p{L}),?\s+(\d{4,6})$/u)
  const [, postcode = '', city = ''] = pattern.exec(lines[at]!)!
  const after = lines.splice(at).slice(1)
  // oxlint-disable-next-line house/slow-pattern -- a pasted address has at most 1000 characters
  const province = country === 'IT' ? /^(.*?)\s*\(?\b([A-Z]{2})\)?$/.exec(city) : null
  const region =
    country === 'ES' ? stateCode('ES', after[0] ?? city) || stateCode('ES', city) : (province?.[2] ?? '')
  return { postcode, city: province?.[1] ?? city, region }
}

function cityThenCode(lines: string[], pattern: RegExp): Parts {
  const at = lines.findLastIndex((line) => pattern.test(line))
  if (at === -1) return {}
  const [, city = '', postcode = ''] = pattern.exec(lines[at]!)!
  lines.splice(at)
  return { city, postcode }
}

const areas: Readonly<Record<string, string>> = byWord({
  'hong kong island': 'HK',
  'h.k.': 'HK',
  kowloon: 'KL',
  kln: 'KL',
  'new territories': 'NT',
  'n.t.': 'NT',
  nt: 'NT',
})

function hongKong(lines: string[]): Parts {
  const names = new Map(
    Object.entries(hongKongNames).map(([name, code]) => [name.toLowerCase(), { name, code }]),
  )
  let region = ''
  let city = ''
  // Piece by piece from the end; the street keeps its commas.
  while (lines.length > 1 || lines[0]?.includes(',') === true) {
    // oxlint-disable-next-line house/slow-pattern -- a pasted address has at most 1000 characters
    const [, before = '', last = ''] = /^(?:(.*)\s*,\s*)?([^,]*)$/.exec(lines.at(-1)!)!
    const area = areas[last.toLowerCase()]
    const district = names.get(last.toLowerCase())
    if (area !== undefined) region = area
    else if (district !== undefined && city === '') {
      city = district.name
      region ||= district.code
    } else break
    lines.splice(-1, 1, ...(before === '' ? [] : [before.trim()]))
  }
  return { region, city }
}

function japan(lines: string[]): Parts {
  const postcode = takeMatch(lines, /〒?\s*(\d{3}-\d{4})\s*/)
  for (const [code, , name] of chineseRegions['JP'] ?? []) {
    const written = asInJapan(name)
    const at = lines.findIndex((line) => line.startsWith(written))
    if (at === -1) continue
    lines[at] = lines[at]!.slice(written.length)
    return { postcode, region: code }
  }
  const last = lines.at(-1)?.replace(/\s*(?:prefecture|-to|-ken|-fu)$/i, '') ?? ''
  const region = stateCode('JP', last)
  if (region !== '') lines.pop()
  return { postcode, region }
}

const newForms: Readonly<Record<string, string>> = byWord({
  縣: '県',
  廣: '広',
  德: '徳',
  靜: '静',
  繩: '縄',
  兒: '児',
})

/** The same characters in the forms that Japan writes. */
function asInJapan(name: string): string {
  return [...name].map((sign) => newForms[sign] ?? sign).join('')
}

/** What the pattern's group finds in one of the lines; the whole match is cut out of it. */
function takeMatch(lines: string[], pattern: RegExp): string {
  const at = lines.findLastIndex((line) => pattern.test(line))
  if (at === -1) return ''
  const [whole, found = ''] = pattern.exec(lines[at]!)!
  const rest = lines[at]!.replace(whole, '').trim()
  lines.splice(at, 1, ...(rest === '' ? [] : [rest]))
  return found
}

const companySign =
  /\b(?:GmbH|AG|KG|UG|Ltd\.?|Limited|LLC|Inc\.?|Corp\.?|Co\.|PLC|S\.?A\.?S?|S\.?r\.?l\.?|S\.?p\.?A\.?|B\.?V\.?|N\.?V\.?|Oy|AB|ApS|A\/S|Pty|株式会社)(?:\s|$)/

function takeCompany(lines: readonly string[]): { company: string; rest: string[] } {
  const at = lines.findIndex((line) => companySign.test(line) && !/^\d/.test(line))
  return at === -1 ? { company: '', rest: [...lines] } : { company: lines[at]!, rest: lines.toSpliced(at, 1) }
}

/** The first line, where it is words alone and no street; taken off. */
function takeName(lines: string[]): string {
  const [first = ''] = lines
  // Japan writes it last.
  if (/^\p{sc=Han}{2,6}$/u.test(lines.at(-1) ?? '') && lines.length > 1) return lines.pop()!
  if (
    lines.length < 2 ||
    /\d/.test(first) ||
    /\b(?:street|road|avenue|floor|flat|tower|house|building|straße|strasse|rue|via|calle)\b/i.test(first)
  )
    return ''
  lines.shift()
  return first.replace(/^(?:Mr|Mrs|Ms|Miss|Dr|Herr|Frau|M|Mme|Sig|Sra?)\.?\s+(?=\p{L})/u, '')
}

/** The street before the flat, and before whom it is sent by. */
function streetFirst(lines: readonly string[]): string[] {
  const isSecond = (line: string): boolean =>
    /^(?:c\/o|apt|apartment|suite|ste|unit|flat|floor|room|rm|#|attn|bâtiment|appartement|wohnung|piso|\d+(?:st|nd|rd|th) floor|\d+\/F)\b/i.test(
      line,
    ) || line.startsWith('#')
  const streets = lines.filter((line) => !isSecond(line))
  const first = streets.findIndex((line) => /\d/.test(line))
  const street = streets[first === -1 ? 0 : first]
  if (street === undefined) return [...lines]
  return [street, ...lines.filter((line) => line !== street)]
}
