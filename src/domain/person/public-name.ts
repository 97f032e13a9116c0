import type { PersonName } from './person-name.ts'

/** Names in Chinese, Japanese or Korean writing. */
const isEastern = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc]+$/u

/**
 * What strangers read below what somebody wrote: the nickname, or else "Ada L." and 小明, so that nobody is found by
 * it. `` if the account has no name.
 */
export function publicName({
  nickname,
  firstName,
  lastName,
}: PersonName & { readonly nickname: string }): string {
  const [nick, first, last] = [nickname.trim(), firstName.trim(), lastName.trim()]
  if (nick !== '') return nick
  if (first === '') return last === '' || isEastern.test(last) ? last : initialOf(last)
  return last === '' || isEastern.test(first) || isEastern.test(last) ? first : `${first} ${initialOf(last)}`
}

function initialOf(name: string): string {
  return `${[...name][0]!.toUpperCase()}.`
}
