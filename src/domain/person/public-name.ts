import type { PersonName } from './person-name.ts'

export type NicknamedPerson = PersonName & {
  /** `` for none. */
  readonly nickname: string
}

/** Names in Chinese, Japanese or Korean writing, foreign ones in katakana with their parts apart too. */
const isEastern = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u30fc\s]+$/u

/**
 * What strangers read above or below what somebody wrote, everywhere: the nickname, or else a name by which nobody is
 * found: "Ada L.", 王**. A whole name whose parts nobody could tell is shortened, too. `` if there is no name.
 */
export function publicName({ nickname, firstName, lastName }: NicknamedPerson): string {
  const [nick, first, last] = [nickname.trim(), firstName.trim(), lastName.trim()]
  if (nick !== '') return nick
  if (first + last === '') return ''
  if (isEastern.test(first + last)) return masked(last + first)
  if (first === '') return initialOf(last)
  // Of two writings one is the name that the other stands for.
  if (isEastern.test(last)) return shortened(first)
  if (isEastern.test(first)) return masked(first)
  return last === '' ? shortened(first) : `${first} ${initialOf(last)}`
}

/** 王**: the first sign, which is the family name where it is known. */
function masked(name: string): string {
  const signs = [...name.replace(/\s/g, '')]
  return `${signs[0]!}${'*'.repeat(Math.min(2, Math.max(1, signs.length - 1)))}`
}

/** "Ada L." of "Ada Lovelace". */
function shortened(name: string): string {
  const words = name.split(/\s+/)
  return words.length < 2 ? name : `${words[0]!} ${initialOf(words.at(-1)!)}`
}

function initialOf(name: string): string {
  return `${[...name][0]!.toUpperCase()}.`
}
