/*
 * The two names of a person, and the order in which they are written. Forms, mails, receipts and parcels all show a
 * name by `fullName`.
 */

export interface PersonName {
  /** Also a whole name of which nobody can tell the parts. */
  readonly firstName: string
  /** `` if it is not known. */
  readonly lastName: string
}

/** Where the family name is written before the given one, in the country's own script. */
const familyFirst = new Set(['CN', 'HK', 'MO', 'TW', 'JP', 'KR', 'VN', 'HU'])

/** Those among them that write in Latin letters themselves. */
const inLatin = new Set(['VN', 'HU'])

/** @param country ISO 3166-1; `` for none */
export function isFamilyFirst(country: string): boolean {
  return familyFirst.has(country)
}

// As ranges and not as `\p{…}`: PostgreSQL has to read the same ones.
const han = '\\u3005\\u3007\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{323af}'
const hangul = '\\uac00-\\ud7a3'
const katakana = '\\u30a1-\\u30fa\\u30fc'
const kana = `\\u3041-\\u3096${katakana}`
const only = (signs: string): RegExp => new RegExp(`^[${signs}]+$`, 'u')
const isHan = only(han)
const isHangul = only(hangul)
const isKatakana = only(katakana)
const isEastern = only(han + hangul + kana)
const hasEastern = new RegExp(`[${han}${hangul}${kana}]`, 'u')

/**
 * A name as it is written in its country and script: "Ada Lovelace", "Nagy Péter", "山田太郎". Names in Chinese, Japanese
 * and Korean writing have the family name first everywhere, without a space. In Latin letters the given name comes
 * first in Hong Kong and Tokyo, too: it is who reads English that reads it.
 */
export function fullName({
  firstName,
  lastName,
  country,
}: PersonName & {
  /** ISO 3166-1 of the address; `` for none. */
  readonly country: string
}): string {
  const [first, last] = [firstName.trim(), lastName.trim()]
  if (first === '' || last === '') return first + last
  const areEastern = isEastern.test(first) && isEastern.test(last)
  // Foreign names in katakana keep their parts apart.
  if (areEastern && !(isKatakana.test(first) && isKatakana.test(last))) return last + first
  const isOwnScript = inLatin.has(country) || hasEastern.test(first + last)
  return areEastern || (isFamilyFirst(country) && isOwnScript) ? `${last} ${first}` : `${first} ${last}`
}

/*
 * What follows tells the parts of a name that was written in one piece. The migration of stored addresses does the
 * same in SQL, and a test compares the two.
 */

/** Chinese family names of two characters, in both scripts. */
const chinese = set(`
  欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 司徒 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫 夏侯
  轩辕 軒轅 端木 独孤 獨孤 南宫 南宮 百里 呼延 申屠 太史 闻人 聞人 澹台 澹臺 濮阳 濮陽 淳于 单于 單于 公冶
  宗政 钟离 鍾離 鲜于 鮮于 闾丘 閭丘 亓官 司寇 拓跋 范姜 張簡 张简
`)

/** Korean family names of two syllables. */
const korean = set(`
  남궁 황보 제갈 사공 선우 서문 독고 동방
`)

/** The most frequent Japanese family names of two characters. */
const japanese = set(`
  佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡邉 山本 中村 小林 加藤 吉田 山田 山口 松本 井上 木村 清水 山崎 池田
  橋本 阿部 石川 山下 中島 石井 小川 前田 岡田 藤田 後藤 近藤 村上 遠藤 青木 坂本 斉藤 斎藤 齋藤 福田 太田
  西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 竹内 小野 田村 中山 和田 石田 上田 内田 柴田 酒井 宮崎
  横山 高木 安藤 宮本 大野 小島 谷口 今井 工藤 高田 増田 丸山 杉山 村田 大塚 新井 小山 平野 藤本 河野 上野
  野口 武田 松井 千葉 菅原 岩崎 木下 野村 松尾 菊地 市川 杉本 古川 大西 島田 水野 桜井 高野 吉川 山内 西田
  飯田 菊池 西川 小松 北村 安田 川口 平田 中田 服部 川崎 桑原 松岡
`)

function set(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/))
}

/** Where both "Chan Siu Ming" and "Peter Chan" are written. */
const eitherWay = new Set([...familyFirst, 'SG', 'MY'])

/** Signs of a company, of a second person or of words that are no name. */
const noName = /[0-9,;:/\\()<>@#&"+*=_|{}[\]~!?$%^`]/

/**
 * The parts of a whole name. In one piece and in eastern writing the family name comes first; in the West the last
 * word is the last name. Where that is not sure, everything is the first name: nothing is lost, and nothing is guessed.
 * @param country ISO 3166-1; `` for none
 */
export function splitName(whole: string, country: string): PersonName {
  const name = whole.trim().replace(/\s+/g, ' ')
  const unsure: PersonName = { firstName: name, lastName: '' }
  if (noName.test(name)) return unsure
  const words = name.split(' ')
  if (words.some((word) => hasEastern.test(word))) {
    if (!words.every((word) => isEastern.test(word))) return unsure
    const [family = '', given] = words
    // ジョン スミス is a foreigner's, in the foreign order.
    if (words.length === 2 && given !== undefined && !words.every((word) => isKatakana.test(word)))
      return { lastName: family, firstName: given }
    const length = words.length === 1 ? familyLength([...family], country) : 0
    return length === 0
      ? unsure
      : { lastName: [...family].slice(0, length).join(''), firstName: [...family].slice(length).join('') }
  }
  const last = words.at(-1)!
  if (words.length < 2 || eitherWay.has(country)) return unsure
  return { firstName: words.slice(0, -1).join(' '), lastName: last }
}

/** Characters of the family name that a name in one piece begins with; 0: it cannot be told. */
function familyLength(signs: readonly string[], country: string): number {
  const two = signs.slice(0, 2).join('')
  const name = signs.join('')
  if (isHangul.test(name)) return lengths.korean(two, signs.length)
  if (!isHan.test(name)) return lengths.mixed(two, signs.length)
  return country === 'JP' ? lengths.japanese(two, signs.length) : lengths.chinese(two, signs.length)
}

const oneOrTwo =
  (compounds: ReadonlySet<string>) =>
  (two: string, count: number): number =>
    count > 2 && count < 5 && compounds.has(two) ? 2 : count === 2 || count === 3 ? 1 : 0

const lengths = {
  // 王明, 王小明; 欧阳修, 欧阳小明.
  chinese: oneOrTwo(chinese),
  // 김민수; 남궁민.
  korean: oneOrTwo(korean),
  // 山田太郎, 田中実, 森健; but "森太郎" and "小泉実" look alike.
  japanese: (two: string, count: number): number => {
    if (count === 4 || (count > 2 && count < 6 && japanese.has(two))) return 2
    return count === 2 && !japanese.has(two) ? 1 : 0
  },
  // 田中みどり.
  mixed: (two: string, count: number): number => (count > 2 && japanese.has(two) ? 2 : 0),
}
