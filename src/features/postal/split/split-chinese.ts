import { byWord } from '#domain/by-word.ts'
import { chineseRegions } from '#i18n/chinese-regions.ts'
import type { Found, Parts, Stripped } from './strip-address.ts'
import { cityProvinces, hongKongDistricts } from './places.ts'

/** An address in Chinese characters: from the large to the small, the name before or after it. */
export function splitChinese(stripped: Stripped, hint: string): Found {
  const country = countryOf(stripped.text, hint)
  const { name, pieces } = findName(stripped, country)
  const postcode = country === 'HK' || country === 'MO' ? '' : takePostcode(pieces, country)
  const address = pieces.join(' ').trim()
  switch (country) {
    case 'HK':
      return { country, parts: { name, ...hongKong(address) } }
    case 'MO':
      return {
        country,
        parts: { name, line1: address.replace(/^(中国|中國)?\s*澳[门門](特[别別]行政[区區])?\s*/, '') },
      }
    case 'TW':
      return { country, parts: { name, postcode, ...taiwan(address) } }
    default:
      return { country: country === '' ? 'CN' : country, parts: { name, postcode, ...mainland(address) } }
  }
}

function countryOf(text: string, hint: string): string {
  if (/香港|九[龙龍]|新界|港[岛島]/.test(text)) return 'HK'
  if (/澳[门門]/.test(text)) return 'MO'
  if (/[台臺][湾灣北中南東东]|新北市|高雄|桃[园園]市|新竹|基隆|嘉[义義]|屏[东東]|花[莲蓮]/.test(text))
    return 'TW'
  if (regionsIn(text, 'CN') !== null) return 'CN'
  // Streets of a country whose writing this is, where the form says so.
  return ['HK', 'MO', 'TW'].includes(hint) ? hint : 'CN'
}

/** The piece that is a person: a few signs, none of which names a place. */
function findName({ text, name }: Stripped, country: string): { name: string; pieces: string[] } {
  const pieces = text.split(/[\s,，;；、。]+/).filter((piece) => piece !== '')
  if (name !== '') return { name, pieces }
  const isName = (piece: string): boolean =>
    /^(?:\p{sc=Han}{2,4}|\p{sc=Han}{1,4}(?:先生|小姐|女士|太太|老师|老師|经理|經理)|\p{sc=Han}{1,4}·\p{sc=Han}{1,6})$/u.test(
      piece,
    ) &&
    !/[省市区區县縣镇鎮乡鄉村路街道巷弄号號楼樓室栋棟座苑园園厦廈]$/.test(piece) &&
    regionsIn(piece, country || 'CN') === null &&
    !Object.hasOwn(hongKongDistricts, piece) &&
    !/^(香港|九[龙龍]|新界|澳[门門]|中[国國]|[台臺][湾灣])/.test(piece)
  // It stands at one of the ends.
  const at = [0, pieces.length - 1, pieces.length - 2, 1].find((index) => {
    const piece = pieces[index]
    return piece !== undefined && isName(piece)
  })
  if (at !== undefined) return { name: pieces[at]!, pieces: pieces.toSpliced(at, 1) }
  // Latin letters at an end, as people abroad write themselves.
  const latin = /^([A-Za-z][A-Za-z.'-]*(?: [A-Za-z][A-Za-z.'-]*){1,3})\n/.exec(`${text}\n`)?.[1]
  if (latin === undefined || country === 'HK') return { name: '', pieces }
  return { name: latin, pieces: pieces.slice(latin.split(' ').length) }
}

function takePostcode(pieces: string[], country: string): string {
  const pattern = country === 'TW' ? /^\d{3}(?:\d{2,3})?$/ : /^\d{6}$/
  const at = pieces.findIndex((piece) => pattern.test(piece))
  if (at !== -1) return pieces.splice(at, 1)[0]!
  // Written before the city without a space.
  const [first = ''] = pieces
  const glued =
    country === 'TW'
      ? /^(\d{3}(?:\d{2,3})?)(?=\p{sc=Han})/u.exec(first)
      : /^(\d{6})(?=\p{sc=Han})/u.exec(first)
  if (!glued) return ''
  pieces[0] = first.slice(glued[1]!.length)
  return glued[1]!
}

function mainland(whole: string): Parts {
  const address = whole.replace(/^中[国國](?:大[陆陸])?\s*/, '')
  const region = regionsIn(address, 'CN')
  const after = region === null ? address : address.slice(region.end)
  const isMunicipality = region !== null && ['BJ', 'TJ', 'SH', 'CQ'].includes(region.code)
  if (isMunicipality) {
    const rest = after.replace(new RegExp(`^\\s*(?:市辖区|${region.short}市?|县)\\s*`), '')
    return { region: region.code, city: `${region.short}市`, ...districtAndStreet(rest) }
  }
  const [city = ''] =
    /^\s*\p{sc=Han}{2,11}?(?:自治州|地[区區]|盟|市|州(?!\p{sc=Han}{0,4}[路街]))/u.exec(after) ?? []
  const named = region?.code ?? provinceOf(city.trim())
  const rest = after.slice(city.length)
  return { region: named, city: city.trim(), ...districtAndStreet(rest) }
}

/** The district, with its sign at the end; what follows is the street. */
function districtAndStreet(text: string): Parts {
  // "小区", "园区" and the like are no districts, and stand behind the street's name.
  const [district = ''] =
    /^\s*(?!\p{sc=Han}{0,8}?(?:路|街|道|巷|弄|小区|园区|社区)\p{sc=Han}{0,2}?[区县])\p{sc=Han}{1,9}?(?:新[区區]|自治[县縣]|自治旗|[区區县縣旗市])/u.exec(
      text,
    ) ?? []
  return { district: district.trim(), line1: text.slice(district.length).replace(/\s+/g, ' ').trim() }
}

function provinceOf(city: string): string {
  return cityProvinces[city.replace(/市$/, '')] ?? ''
}

/** The region that a text begins with, by its full name or the short one that people write. */
function regionsIn(text: string, country: string): { code: string; short: string; end: number } | null {
  const regions = (chineseRegions[country] ?? []).flatMap(([code, simplified, traditional]) =>
    [...new Set([simplified, traditional, traditional.replace('台', '臺')])].map((name) => ({
      code,
      name,
      short: shortened(name),
    })),
  )
  // In full first: 新竹縣 is not 新竹市.
  const full = regions.find(({ name }) => text.startsWith(name))
  if (full !== undefined) return { ...full, end: full.name.length }
  for (const { code, name, short } of regions) {
    if (!text.startsWith(short)) continue
    const sign = text[short.length] ?? ''
    if (sign === '省') return { code, short, end: short.length + 1 }
    // "吉林市" is a city of 吉林省, and "河南路" a street.
    if (country === 'CN' && sign === '市' && !name.endsWith('市')) continue
    if (/^(?:[东西南北中東]?[路街]|道)/.test(text.slice(short.length))) continue
    return { code, short, end: short.length + (sign === '市' ? 1 : 0) }
  }
  return null
}

function shortened(name: string): string {
  return name.replace(/(?:壮族|壯族|回族|维吾尔|維吾爾)?自治[区區]$/, '').replace(/(?<=..)[省市县縣]$/, '')
}

function taiwan(whole: string): Parts {
  const address = whole.replace(/^(?:中[国國]|中[华華]民[国國])?\s*[台臺][湾灣]省?\s*/, '')
  const region = regionsIn(address, 'TW')
  const after = region === null ? address : address.slice(region.end).replace(/^\s*[市县縣]/, '')
  const [city = ''] = /^\s*\p{sc=Han}{1,4}?[区區乡鄉镇鎮市]/u.exec(after) ?? []
  return {
    region: region?.code ?? '',
    city: city.trim(),
    line1: after.slice(city.length).replace(/\s+/g, ' ').trim(),
  }
}

function hongKong(whole: string): Parts {
  let rest = whole.replace(/^(?:中[国國])?\s*香港(?:特[别別]行政[区區])?(?![岛島仔])\s*/, '')
  const written = /^(香港[岛島]|港[岛島]|九[龙龍](?![塘湾灣城])|新界)\s*/.exec(rest)
  const areas: Record<string, string> = byWord({ 九: 'KL', 新: 'NT', 香: 'HK', 港: 'HK' })
  const area = written === null ? '' : (areas[written[1]!.slice(0, 1)] ?? '')
  rest = rest.slice(written?.[0].length ?? 0)
  const district = Object.keys(hongKongDistricts)
    .toSorted((a, b) => b.length - a.length)
    .find((name) => rest.startsWith(name))
  if (district !== undefined) rest = rest.slice(district.length).replace(/^[区區]/, '')
  return {
    region: area === '' ? ((district && hongKongDistricts[district]) ?? '') : area,
    city: district ?? '',
    line1: rest.replace(/\s+/g, ' ').trim(),
  }
}
