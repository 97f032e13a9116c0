import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from '../../scripts/check/files.ts'
import { projectRoot } from './plant.ts'

/*
 * Who steers by voice says the words that stand on a button: its spoken name (`aria-label`) has to hold them (WCAG
 * 2.5.3), in each language and each pack.
 */

const named = /aria-label=\{t\('([\w.]+)'[^>]*>\s*\{t\('([\w.]+)'/g

type Messages = Readonly<Record<string, string>>

it('holds the words on the button, in every language', async () => {
  const pairs = await buttonsWithNames()
  expect(pairs.length).toBeGreaterThan(20)
  const texts = await textsByLanguage()
  expect(texts.size).toBe(10)
  const faults = [...texts].flatMap(([language, messages]) =>
    pairs.filter((pair) => !holds(messages, pair)).map(({ name }) => `${language} ${name}`),
  )
  expect(faults).toEqual([])
})

it('would find a name that says it in other words', () => {
  const pair = { name: 'remove_of', shown: 'remove' }
  expect(holds({ remove: 'Remove', remove_of: 'Remove {title}' }, pair)).toBe(true)
  expect(holds({ remove: 'Remove', remove_of: 'Take {title} out' }, pair)).toBe(false)
})

interface Pair {
  name: string
  shown: string
}

function holds(messages: Messages, { name, shown }: Pair): boolean {
  const [spoken, words] = [messages[name], messages[shown]]
  // What a pack lacks is shown in English, which is looked at as well.
  if (spoken === undefined || words === undefined) return true
  return spoken.toLowerCase().includes(words.toLowerCase())
}

async function buttonsWithNames(): Promise<Pair[]> {
  const files = await projectFiles(projectRoot, /^src\/.+\.tsx$/)
  const sources = await Promise.all(files.map((file) => readFile(join(projectRoot, file), 'utf8')))
  return sources.flatMap((source) =>
    [...source.matchAll(named)].map(([, name, shown]) => ({ name: name!, shown: shown! })),
  )
}

async function textsByLanguage(): Promise<Map<string, Messages>> {
  const files = await projectFiles(projectRoot, /^(?:src\/.+\/messages|words)\/[\w-]+\.json$/)
  const texts = new Map<string, Messages>()
  for (const file of files) {
    const language = /([^/]+)\.json$/.exec(file)![1]!
    const messages = JSON.parse(await readFile(join(projectRoot, file), 'utf8')) as Messages
    texts.set(language, { ...texts.get(language), ...messages })
  }
  return texts
}
