import { byWord, own } from '#domain/by-word.ts'

type Name = 'men' | 'women'

const names: Readonly<Record<string, string>> = byWord({ men: 'man' })
const singular: Readonly<Record<Name, string>> = { men: 'man', women: 'woman' }
const bare: Record<string, string> = Object.create(null) as Record<string, string>
const map = new Map([['men', 'man']])

export function ask(word: string, name: Name, told: Readonly<Record<string, string>>, list: readonly string[]) {
  const first = Object.hasOwn(told, word) ? told[word] : null
  return [names[word], singular[name], bare[word], map.get(word), told['men'], own(told, word), first, list[0]]
}
