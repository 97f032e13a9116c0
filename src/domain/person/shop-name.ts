/** Words by which somebody says to speak for a shop, in the languages of the shop. */
const latin =
  /\b(?:staff|support|admins?|administrators?|moderators?|officials?|customer\s?(?:service|care)|help\s?desk|(?:the|our)\s(?:shop|store)|(?:shop|store|sales|service)\s(?:team|owner|manager)|webmaster)\b/
const chinese =
  /官方|客服|客[户戶]服[务務]|店主|店[长長]|店家|店[员員]|商家|掌[柜櫃]|本店|[网網]店|小[编編]|管理[员員]|工作人[员員]|[职職][员員]|支[持援](?:团队|團隊)/

/**
 * Whether a name claims to be the shop's: its own name, or a word for those who work there. A person may bear either
 * ("Violet K."), so it only decides that somebody reads first what stands under it.
 */
export function claimsToBeShop(name: string, shop: string): boolean {
  const [plain, own] = [plainly(name), plainly(shop)]
  return (
    latin.test(plain) ||
    chinese.test(plain) ||
    (own !== '' && ` ${plain} `.includes(` ${own} `)) ||
    glued(own, plain)
  )
}

/** Between letters of Chinese there are no spaces, and some leave them out on purpose. */
function glued(own: string, name: string): boolean {
  const [whole, part] = [name.replaceAll(' ', ''), own.replaceAll(' ', '')]
  return part !== '' && (whole === part || (/\p{sc=Han}/u.test(part) && whole.includes(part)))
}

/** In small letters, of one width and without accents, each run of other signs a space, and nothing invisible. */
function plainly(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
