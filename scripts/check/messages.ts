import compile from 'icu-minify/compile'
import { defaultLocale, textLocales } from '#i18n/locales.ts'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'

/** Every language says everything that English says, with the same arguments. */
export const messages: Guard = { name: 'messages', floor: 9, look }

/** Written by hand in each; `en` decides which keys exist. */
const translations = textLocales.filter((language) => language !== defaultLocale)

/** Keys that a language leaves to its fallback on purpose. What is not listed must be translated. */
const leftToFallback: Readonly<Record<string, readonly string[]>> = {}

async function look(root: string): Promise<Sight> {
  const files = await projectFiles(root, /(?:^|\/)messages\/en\.json$/)
  const findings: Finding[] = []
  for (const file of files) {
    const english = await readMessages(root, file)
    findings.push(...checkMessages(file, english))
    for (const language of translations) {
      const other = file.replace(/en\.json$/, `${language}.json`)
      findings.push(
        ...compareMessages(other, english, await readMessages(root, other), leftToFallback[language] ?? []),
      )
    }
  }
  return { seen: files.length * (1 + translations.length), findings }
}

type Messages = Readonly<Record<string, string>>

async function readMessages(root: string, file: string): Promise<Messages> {
  const text = await textOf(root, file).catch(() => null)
  return text === null ? {} : (JSON.parse(text) as Messages)
}

/** What is wrong with a translation, seen from the English file; `excused` are keys that may be missing. */
export function compareMessages(
  file: string,
  english: Messages,
  translated: Messages,
  excused: readonly string[],
): Finding[] {
  const found = checkMessages(file, translated)
  for (const [key, message] of Object.entries(english)) {
    const other = translated[key]
    if (other === undefined) {
      if (!excused.includes(key))
        found.push({ rule: 'missing-message', file, text: `${key} is not translated` })
    } else if (excused.includes(key)) {
      found.push({ rule: 'stale-excuse', file, text: `${key} is translated now; take it off the list` })
    } else {
      const here = placeholders(other)
      const there = placeholders(message)
      if (here !== null && there !== null && here.join() !== there.join())
        found.push({
          rule: 'other-placeholders',
          file,
          text: `${key} has {${here.join()}}, English has {${there.join()}}`,
        })
    }
  }
  for (const key of Object.keys(translated))
    if (!(key in english)) found.push({ rule: 'unknown-message', file, text: `${key} is not in en.json` })
  return found
}

function checkMessages(file: string, all: Messages): Finding[] {
  return Object.entries(all).flatMap(([key, message]) => {
    if (typeof message !== 'string' || message.trim() === '')
      return [{ rule: 'empty-message', file, text: `${key} says nothing` }]
    return placeholders(message) === null
      ? [{ rule: 'broken-message', file, text: `${key}: ${message}` }]
      : []
  })
}

/** The names of a message's arguments and tags, in order; null when it is not ICU syntax. */
export function placeholders(message: string): string[] | null {
  try {
    const names = new Set<string>()
    const compiled: unknown = compile(message)
    if (Array.isArray(compiled)) for (const node of compiled) collect(node, names)
    return [...names].sort()
  } catch {
    return null
  }
}

// A node is text, [name], [name, kind, options] or, for a tag, [name, ...nodes].
function collect(node: unknown, names: Set<string>): void {
  if (!Array.isArray(node)) return
  const [name, kind, ...rest] = node as unknown[]
  if (typeof name !== 'string') return (node as unknown[]).forEach((part) => collect(part, names))
  if (node.length > 1 && typeof kind !== 'number') {
    names.add(`<${name}>`)
    return [kind, ...rest].forEach((part) => collect(part, names))
  }
  names.add(name)
  const options = rest[0]
  if (typeof options !== 'object' || options === null) return
  for (const branch of Object.values(options))
    if (Array.isArray(branch)) (branch as unknown[]).forEach((part) => collect(part, names))
}
