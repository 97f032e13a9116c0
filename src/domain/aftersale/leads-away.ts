import { withoutLookAlikes } from '../person/look-alikes.ts'

/*
 * Whether a text for everybody to read leads its readers away: what spam is written for. It decides that a person reads
 * the text first, and refuses nothing; so what may be a link counts as one. Reviews, questions, answers, comments and
 * the names above them are judged by it.
 */

/** `link`: a page to go to. `contact`: an email, a number to call, a name in a messenger. */
export type Lead = 'link' | 'contact'

/** The first lead in a text; null for a text that stays here, as one with prices, sizes and dates does. */
export function leadOf(text: string): Lead | null {
  const plain = readingsOf(text)
  if (plain.some((one) => links.some((way) => way.test(one)) || hasDomain(one))) return 'link'
  return plain.some((one) => contacts.some((way) => way.test(one)) || hasNumber(one)) ? 'contact' : null
}

export function leadsAway(text: string): boolean {
  return leadOf(text) !== null
}

/**
 * Whether a shown name is an address beyond doubt: its writer is asked for another one. A name that only may be one
 * (J.de Vries) is taken, and waits with its text.
 */
export function isPlainAddress(name: string): boolean {
  return readingsOf(name).some((plain) =>
    /:\/\/|^\s*www\.|[\w.+-]@[a-z\d-]+\.[a-z]|^\s*[a-z\d-]+\.(?:com|net|org|info|shop|xyz|ru|cn)\s*$/i.test(
      plain,
    ),
  )
}

/**
 * Without what hides a link from machines and shows it to people: other widths, accents, letters of other scripts that
 * look Latin, dots that are none, characters without any width, and signs between the letters of a word. A dot between
 * letters is such a sign (w.e.c.h.a.t), or the one of an address (e v i l.c o m): there is a reading for either.
 */
function readingsOf(text: string): string[] {
  const plain = plainOf(text).replace(/([微威薇])[^\p{L}\p{N},.，。、;；:：!！?？]{1,3}信/gu, '$1信')
  const spacedOut = /(?<![\p{L}\p{N}])[a-z](?:[\s._*\-~]{1,2}[a-z](?![\p{L}\p{N}])){3,}/giu
  const readings = [/[^a-z.]/gi, /[^a-z]/gi].map((between) =>
    plain.replace(spacedOut, (letters) => letters.replace(between, '')),
  )
  return [...new Set(readings)]
}

function plainOf(text: string): string {
  return withoutLookAlikes(text).replace(/[·•∙⋅‧・]/g, '.')
}

/** Endings that are no words: they are found in any case, and with spaces around the dot. */
const sure = 'com net org info shop xyz ru cn hk tk eu io'.split(' ')
const anySure = `(?:${sure.join('|')})(?![\\p{L}\\p{N}])`

const links: readonly RegExp[] = [
  /:\/\/|\bh(?:tt|xx)ps?\b|\bwww\s?[.。]|\bmailto:|\bxn--/i,
  /\[\/?(?:url|link|img)|<\s?a\s|\bhref\s?=|\]\(/i,
  /[([{<]\s?(?:[.。]|dot|d0t|punkt|punto|ponto|point|点|點)\s?[)\]}>]/i,
  /\s(?:punkt|punto|point)\scom(?![\p{L}\p{N}])/iu,
  // In Portuguese "com" is "with", and "ponto" a stitch.
  /\sponto\scom(?=\s*(?:$|[/.,;!?)]|ponto\s(?:br|pt)(?!\p{L})))/imu,
  // "Com" begins its sentences.
  /[\p{L}\p{N}-](?:[.。]\s|,)(?:com|COM)(?![\p{L}\p{N}])/u,
  new RegExp(`\\s(?:dot|d0t)\\s${anySure}|[a-z\\d][点點]${anySure}`, 'iu'),
  new RegExp(`[\\p{L}\\p{N}-]\\s[.。]\\s?${anySure}`, 'iu'),
  /[.。]\s?c\so\sm(?![\p{L}\p{N}])/iu,
  // A path makes an address of any ending; a number between four dots is one without a name.
  /[a-z\d]\.[a-z]{2,}(?::\d{2,5}|\/[^\s/])/i,
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/,
]

const contacts: readonly RegExp[] = [
  // A name before the sign and something behind it, or the other way round.
  /[^\s\d]\s?@\s?[a-z]|[^\s\d]@\d|\d@[a-z]|@[\w.]{4,}/i,
  /[a-z\d]\s?[([{]\s?(?:at|ät)\s?[)\]}]\s?[a-z\d]/i,
  /whats\s?app|telegram|wechat|\bviber\b|kakao\s?talk|\bdiscord\b|\bline\s?id\b|\bvx\b|v信/i,
  /(?:微信|威信|薇信|扣扣|\bwx)\s?(?:号|號|群|id)?\s?[:+]?\s?[a-z\d_-]{4}|\bqq\s?(?:号|號|群)?\s?[:+]?\s?\d{5}/i,
  /(?:加|搜|私)\s?我?的?\s?(?:微信|威信|薇信|扣扣|v(?![a-z])|vx|wx)/i,
  /(?:加|搜)\s?我?的?\s?[薇微威]\s?[:+]?\s?[a-z][a-z\d_-]{3}/i,
  // How a number is written past machines.
  /[零〇一二三四五六七八九幺]{8}/,
  /(?:\b(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)\b[\s,.-]{0,2}){7}/i,
]

/**
 * Endings of domains that are used: of all countries, and of those that anybody can buy. What is written before the dot
 * has to be a name, so `3.5 cm`, `U.S.A` and "Nice.Good" are none.
 */
const endings = new Set(
  `ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf
  cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg
  gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki kn kp
  kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc
  ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si
  sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg
  vi vn vu wf ws ye yt za zm zw
  com net org edu gov int mil info biz name pro mobi asia tel cat jobs travel
  shop store online site website web space tech top xyz club vip icu link live click app dev page blog cloud host
  fun win bid loan loans trade stream download racing party review reviews date men mom lol buzz cam quest rest cyou
  monster sbs cfd bond boats beauty hair skin makeup autos homes deals sale promo discount bargains cheap
  casino bet poker game games sex sexy porn xxx adult dating chat social media news email group agency digital
  network guru expert center support services solutions market marketing money cash credit finance
  zip mov new museum aero coop foo fyi bio global gift gifts cafe bar how
  wang ren ltd red pink blue world life today love ink art design photo pics gallery video tube zone
  рф 中国 中國 公司 网络 網絡 网址 香港 台湾 台灣 在线 商城 商店`
    .split(/\s+/)
    .filter((ending) => ending !== '')
    .map((ending) => plainOf(ending)),
)

function hasDomain(plain: string): boolean {
  const found = plain.matchAll(
    /[\p{L}\p{N}-]\.(\p{L}{2,12})(?![\p{L}\p{N}])|[a-z\d-]。([a-z]{2,12}|\p{sc=Han}{2})(?![\p{L}\p{N}])/giu,
  )
  return [...found].some(([, ending, chinese]) => isEnding(ending ?? chinese ?? ''))
}

/** "The chair.It creaks" lacks a space, "chair.it" is an address. */
function isEnding(text: string): boolean {
  const lower = text.toLowerCase()
  if (!endings.has(lower)) return false
  return text === lower || text === text.toUpperCase() || sure.includes(lower)
}

/** Dates, ranges of years and single decimals: 2026-10-05, 1.12.2026, 2024-2025, 45.5. None of them within a number. */
const measures = new RegExp(
  `(?<![\\d+][\\d\\s().-]{0,4})(?:${[
    '(?:19|20)\\d\\d([-./])\\d{1,2}\\1\\d{1,2}',
    '(?:0?[1-9]|[12]\\d|3[01])([-./])(?:0?[1-9]|[12]\\d|3[01])\\2(?:20)?\\d\\d',
    '(?:19|20)\\d\\d\\s?[-–/]\\s?(?:19|20)\\d\\d',
    '\\d{1,4}[.,]\\d{1,2}',
  ].join('|')})(?!\\d|[.-]\\d)`,
  'g',
)

/** Eight digits or more, however they are parted: 138 0013 8000, 2345-6789. */
function hasNumber(plain: string): boolean {
  return /\d(?:[\s().\-/]{0,2}\d){7}/.test(plain.replace(measures, ' , '))
}
