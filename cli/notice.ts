import { InvalidArgumentError, type Command } from 'commander'
import { isLocale } from '#i18n/locales.ts'
import { everybody, liveTeller } from '#platform/server/live-bus.ts'
import { withShop } from './shop.ts'
import { say, writeOut } from './terminal.ts'

/** Letters: more is a page, not a notice. */
const longest = 300

export function addNotice(program: Command): void {
  program
    .command('notice')
    .description('say something to everybody who has the shop open')
    .command('send')
    .description('show a short text on every open page; who comes later does not see it')
    .argument('<text>', 'in English, or in the one language that everybody is to read', text)
    .option('--in <language=text...>', 'the same in other languages: --in zh=… zh-HK=…', translation, {})
    .option('--json', 'print the result as JSON', false)
    .action(send)
}

async function send(english: string, flags: { in: Record<string, string>; json: boolean }): Promise<void> {
  const texts = { en: english, ...flags.in }
  await withShop(async ({ db }) => {
    liveTeller(db).tell(everybody, { type: 'notice', text: texts })
    // Here it is all that there is to do: if it fails, the command does.
    await db.notifier.flush()
  })
  if (flags.json) await writeOut(`${JSON.stringify({ said: texts })}\n`)
  else say(`said in ${Object.keys(texts).join(', ')}`)
}

function text(value: string): string {
  const short = value.trim()
  if (short === '' || short.length > longest)
    throw new InvalidArgumentError(`It must have 1 to ${longest} letters.`)
  return short
}

function translation(value: string, before: Record<string, string>): Record<string, string> {
  const [, language = '', words = ''] = /^([\w-]+)=([\s\S]+)$/.exec(value) ?? []
  if (!isLocale(language)) throw new InvalidArgumentError('It must be language=text, as zh=…')
  return { ...before, [language]: text(words) }
}
