import { own } from '#domain/by-word.ts'
import { fittingMessage } from '#features/words/rules/message-faults.ts'
import { htmlLang, isLocale, type Locale } from '#i18n/locales.ts'
import { projectFiles, textOf } from './files.ts'
import type { Finding, Guard, Sight } from './guard.ts'
import { sameOnPurpose } from './packs-same.ts'

/**
 * Language packs in `words/`: every text fits, and none is English by accident. A text that a pack lacks is no fault,
 * since it is shown in English and whoever adds a text need not know seven languages: it is named, and a pack that lacks
 * many is refused.
 */
export const packs: Guard = { name: 'packs', floor: 7, look }

/** The share of the texts that a pack may lack. */
const mostMissing = 0.05

type Messages = Readonly<Record<string, string>>

async function look(root: string): Promise<Sight> {
  const english = await englishTexts(root)
  const files = await projectFiles(root, /^words\/[^/]+\.json$/)
  const findings: Finding[] = []
  const lines: string[] = []
  for (const file of files) {
    const pack = JSON.parse((await textOf(root, file)) ?? '{}') as Messages
    const language = /([^/]+)\.json$/.exec(file)![1]!
    if (!isLocale(language))
      findings.push({ rule: 'unknown-language', file, text: `${language} is no prefix` })
    else findings.push(...packFindings(file, language, pack, english))
    const missing = missingIn(pack, english)
    if (missing.length > 0)
      lines.push(`  ${file} lacks ${missing.length}, shown in English: ${missing.slice(0, 5).join(', ')}`)
  }
  return { seen: files.length, findings, ...(lines.length > 0 ? { table: lines.join('\n') } : {}) }
}

async function englishTexts(root: string): Promise<Messages> {
  const files = await projectFiles(root, /(?:^|\/)messages\/en\.json$/)
  const all = await Promise.all(
    files.map(async (file) => JSON.parse((await textOf(root, file)) ?? '{}') as Messages),
  )
  return Object.assign({}, ...all) as Messages
}

function missingIn(pack: Messages, english: Messages): string[] {
  return Object.keys(english).filter((key) => (own(pack, key) ?? '') === '')
}

/** What is wrong with a pack, seen from the English texts. */
export function packFindings(file: string, language: Locale, pack: Messages, english: Messages): Finding[] {
  const same: readonly string[] = own(sameOnPurpose, language) ?? []
  const found = Object.entries(pack).flatMap(([key, message]): Finding[] => {
    const wanted = own(english, key)
    if (wanted === undefined) return [{ rule: 'unknown-text', file, text: `${key} is in no en.json` }]
    const fit = fittingMessage(message, wanted, htmlLang(language))
    if (!fit.ok) return [{ rule: 'unfit-text', file, text: `${key} ${fit.problem.join('; ')}` }]
    const isSame = message === wanted && hasWords(message)
    if (isSame && !same.includes(key))
      return [{ rule: 'english-text', file, text: `${key} is English: ${message}` }]
    if (!isSame && same.includes(key))
      return [{ rule: 'stale-excuse', file, text: `${key} is no longer English: take it off the list` }]
    return []
  })
  const missing = missingIn(pack, english).length
  const most = Math.floor(Object.keys(english).length * mostMissing)
  return missing > most
    ? [...found, { rule: 'thin-pack', file, text: `lacks ${missing} texts, and ${most} are the most` }]
    : found
}

/** Whether anything of a message is left to translate: a word of three letters or more outside of placeholders. */
function hasWords(message: string): boolean {
  return /\p{L}{3}/u.test(message.replace(/\{[^{}]*\}/g, ' '))
}
