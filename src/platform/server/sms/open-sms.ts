import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { makePrivateFolder } from '../files/private-folder.ts'
import type { Sms } from './sms.ts'
import { twilioSms } from './twilio.ts'

/*
 * Sends text messages: through a provider, or into a folder if none is configured. They wait in the outbox of mails.
 */

export function openSms({ sms, smsDir }: Pick<Config, 'sms' | 'smsDir'>): Sms {
  return sms === null ? folderSms(smsDir) : twilioSms(sms)
}

function folderSms(folder: string): Sms {
  return {
    async hand({ kind, to, plain, messageId, date }) {
      try {
        await makePrivateFolder(folder)
        const time = date.toISOString().replace(/[:.]/g, '-')
        // Whole or not at all: a program may be watching.
        const half = join(folder, `.${randomUUID()}`)
        await writeFile(half, `To: ${to}\n\n${plain}\n`, { mode: 0o600 })
        await rename(half, join(folder, `${time} ${kind} ${messageId.slice(0, 8)}.txt`))
        return { kind: 'filed' }
      } catch (error) {
        return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => {},
  }
}
