import type { Config } from '../config.ts'
import { putPrivateFile } from '../files/private-folder.ts'
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
        const time = date.toISOString().replace(/[:.]/g, '-')
        const name = `${time} ${kind} ${messageId.slice(0, 8)}.txt`
        await putPrivateFile(folder, name, `To: ${to}\n\n${plain}\n`)
        return { kind: 'filed' }
      } catch (error) {
        return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
    close: () => {},
  }
}
