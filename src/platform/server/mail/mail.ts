import type { SendMailOptions } from 'nodemailer'
import type { Config, SmtpServer } from '../config.ts'
import { putPrivateFile } from '../files/private-folder.ts'
import type { Handover } from '../jobs/handover.ts'

/*
 * Sends mails: to an SMTP server, or into a folder if none is configured. Only this file knows Nodemailer.
 */

/** A mail with its words, ready to be handed over. */
export interface Mail {
  /** The kind of mail, for the operator: `inquiry.shop`. */
  kind: string
  /** One email. */
  to: string
  /** Reply-To; null for the sender. */
  replyTo: string | null
  senderName: string
  subject: string
  html: string
  plain: string
  /** Of a subscription: the page that ends it, which takes a bare POST as well. */
  unsubscribeUrl: string | null
  /** Without angle brackets. */
  messageId: string
  /** When it was written. */
  date: Date
}

export interface MailTransport {
  /** Never throws. */
  hand(mail: Mail): Promise<Handover>
  close(): void
}

export function openTransport(config: Pick<Config, 'smtp' | 'mailFrom' | 'mailDir'>): MailTransport {
  const composed = (mail: Mail): SendMailOptions => compose(mail, config.mailFrom)
  return config.smtp === null
    ? folderTransport(config.mailDir, composed)
    : smtpTransport(config.smtp, composed)
}

// Addresses go in as objects and headers by name: nothing that a visitor typed can become a header of its own.
function compose(mail: Mail, from: Config['mailFrom']): SendMailOptions {
  const { unsubscribeUrl } = mail
  return {
    from: { name: from.name ?? mail.senderName, address: from.address },
    to: { name: '', address: mail.to },
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    html: mail.html,
    text: mail.plain,
    messageId: `<${mail.messageId}>`,
    date: mail.date,
    // Nobody's holiday notice should answer a program (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribeUrl === null ? {} : { list: { unsubscribe: unsubscribeUrl } }),
    // The mail contains everything it shows; nothing is read for it from disk or network.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function smtpTransport(server: SmtpServer, composed: (mail: Mail) => SendMailOptions): MailTransport {
  const transport = openedOnce(({ createTransport }) =>
    createTransport({
      pool: true,
      maxConnections: 1,
      maxMessages: 50,
      host: server.host,
      port: server.port,
      secure: server.tls === 'wrapped',
      requireTLS: server.tls === 'required',
      ignoreTLS: server.tls === 'off',
      ...(server.login === null ? {} : { auth: { user: server.login.user, pass: server.login.password } }),
      // Milliseconds; all of them together stay below the outbox's lease.
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
    }),
  )
  return {
    async hand(mail) {
      try {
        await (await transport.open()).sendMail(composed(mail))
        return { kind: 'sent' }
      } catch (error) {
        return whyNot(error)
      }
    },
    close: () => transport.opened()?.close(),
  }
}

/** Nodemailer takes 10 MB of memory: it is loaded for the first mail. */
function openedOnce<T>(make: (nodemailer: typeof import('nodemailer')) => T): {
  open(): Promise<T>
  opened(): T | null
} {
  let opened: T | null = null
  return {
    open: async () => {
      const nodemailer = await import('nodemailer')
      return (opened ??= make(nodemailer))
    },
    opened: () => opened,
  }
}

function whyNot(error: unknown): Handover {
  const { code, responseCode, response, command, message } = error as {
    code?: string
    responseCode?: number
    response?: string
    command?: string
    message?: string
  }
  const reason = oneLine(message ?? String(error))
  const isAboutThisMail =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode !== 421
  if (!isAboutThisMail) return { kind: 'unreachable', reason }
  // Without an answer of the server, Nodemailer itself refused the e-mail address.
  if (responseCode !== undefined && responseCode < 500) return { kind: 'later', reason }
  const status = enhancedStatus(response ?? '')
  // What is refused without a status after its contents were sent may be refused for them.
  const isRecipients = responseCode !== undefined && (status !== null || code === 'EENVELOPE')
  return { kind: 'refused', reason, ...(isRecipients ? { status } : {}) }
}

/** `550 5.1.1 no such user` → `5.1.1` (RFC 2034); null for a server that does not say. */
function enhancedStatus(response: string): string | null {
  return /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? null
}

/** Answers of a foreign server are printed in a terminal: without control characters, in one short line. */
function oneLine(text: string): string {
  return text.replace(/\p{C}+/gu, ' ').slice(0, 300)
}

function folderTransport(folder: string, composed: (mail: Mail) => SendMailOptions): MailTransport {
  const transport = openedOnce(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }),
  )
  return {
    async hand(mail) {
      try {
        const { message } = await (await transport.open()).sendMail(composed(mail))
        const time = mail.date.toISOString().replace(/[:.]/g, '-')
        const name = `${time} ${mail.kind} ${mail.messageId.slice(0, 8)}.eml`
        await putPrivateFile(folder, name, message as Buffer)
        return { kind: 'filed' }
      } catch (error) {
        return {
          kind: 'unreachable',
          reason: oneLine(error instanceof Error ? error.message : String(error)),
        }
      }
    },
    close: () => {},
  }
}
