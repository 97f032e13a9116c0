import { withoutLookAlikes } from './look-alikes.ts'

/** Words by which somebody says to speak for a shop. In the languages of the shop first, then in those of the packs. */
const latin = wordsOf(`
  staff, support, admin, admins, administrator, administrators, moderator, moderators, official, officials,
  customer service, customerservice, customer care, help desk, helpdesk, the shop, our shop, the store, our store,
  shop team, store team, sales team, service team, shop owner, store owner, shop manager, store manager, webmaster

  kundenservice, kundendienst, kundenbetreuung, mitarbeiter, mitarbeiterin, inhaber, inhaberin, verkäufer,
  shopbetreiber, geschäftsführer, geschäftsführung, unser shop, offiziell
  service client, service clients, assistance, administrateur, modérateur, officiel, officielle, gérant, gérante
  atención al cliente, servicio al cliente, soporte, administrador, administradora, moderador, oficial, encargado
  servizio clienti, assistenza, assistenza clienti, amministratore, moderatore, ufficiale, titolare
  atendimento, atendimento ao cliente, apoio ao cliente, suporte, gerente, lojista`)
/** No spaces part these. A small kana or a long vowel makes another word of them: スタッフォード (Stafford). */
const joined = wordsOf(`
  官方, 客服, 客户服务, 客戶服務, 店主, 店长, 店長, 店家, 店员, 店員, 商家, 掌柜, 掌櫃, 本店, 网店, 網店, 小编, 小編,
  管理员, 管理員, 工作人员, 工作人員, 职员, 職員, 支持团队, 支持團隊, 支援团队, 支援團隊
  サポート, 公式, スタッフ, 運営, 管理人, 管理者, カスタマーサービス, 事務局
  공식, 고객센터, 고객지원, 관리자, 운영자, 상담원, 점장, 직원`).map(
  (word) => new RegExp(/\p{sc=Katakana}$/u.test(word) ? `${word}(?![ァィゥェォャュョヮー])` : word, 'u'),
)

/**
 * Whether a name claims to be the shop's: its own name, or a word for those who work there, also in signs that look
 * like the letters of either. A person may bear one of them ("Violet K."), so it only decides that somebody reads first
 * what stands under it.
 */
export function claimsToBeShop(name: string, shop: string): boolean {
  return ways.some((way) => {
    const [plain, own] = [way(name), way(shop)]
    return (
      latin.some((word) => hasWord(plain, word)) ||
      joined.some((word) => word.test(plain.replaceAll(' ', ''))) ||
      (own !== '' && (hasWord(plain, own) || glued(own, plain)))
    )
  })
}

function hasWord(plain: string, word: string): boolean {
  return ` ${plain} `.includes(` ${word} `)
}

/** Between letters of Chinese there are no spaces, and some leave them out on purpose. */
function glued(own: string, name: string): boolean {
  const [whole, part] = [name.replaceAll(' ', ''), own.replaceAll(' ', '')]
  return part !== '' && (whole === part || (/\p{sc=Han}/u.test(part) && whole.includes(part)))
}

/**
 * Runs that one may read as a word. At its ends a sign may be one ("V!olet!"), or a letter ("Officia!"); without a
 * letter it is a number.
 */
const wordsWithSigns = [/[\p{L}\p{N}!|@$]+/gu, /[\p{L}\p{N}](?:[\p{L}\p{N}!|@$]*[\p{L}\p{N}])?/gu] as const
/** Digits and signs, each in front of the letter that it stands for. */
const letterOf = new Map(
  '0o 1i !i |i 3e 4a @a 5s $s 7t'.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/**
 * How a name may be read: as it stands, or with digits and signs for letters; with capitals as they look, or as they are
 * written small. Each is asked of the name and of what it is compared with.
 */
const ways: readonly ((text: string) => string)[] = [
  (text: string) => text,
  ...wordsWithSigns.map((word) => (text: string) => withLetters(text, word)),
].flatMap((read) => [
  (text: string) => plainly(read(withoutLookAlikes(text))),
  (text: string) => plainly(read(withoutLookAlikes(text.toLowerCase()))),
])

function withLetters(text: string, word: RegExp): string {
  return text.replace(word, (run) =>
    /\p{L}/u.test(run) ? run.replace(/[013457!|@$]/g, (sign) => letterOf.get(sign) ?? sign) : run,
  )
}

/** In small letters, each run of signs a space; i and l are one letter, since capital I looks like l. */
function plainly(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll('l', 'i')
}

function wordsOf(list: string): string[] {
  return list.split(/[,\n]/).flatMap((word) => plainly(withoutLookAlikes(word)) || [])
}
