/*
 * Reads a delivery status notification (RFC 3464), as mail servers send it back for a mail that did not arrive:
 * `multipart/report` with a part for people, one for machines, and the mail or its headers.
 */

export interface FailedDelivery {
  /** In small letters. */
  recipient: string
  /** RFC 3463: `5.1.1`; `4.4.7` for one that was tried in vain for days. */
  status: string
}

export interface DeliveryReport {
  /** Of the mail that came back, without angle brackets. */
  messageId: string
  /** Recipients that it did not reach; those that it is only late for are left out. */
  failed: FailedDelivery[]
}

/** Null for a mail that is no such report, or names no mail. */
export function readDeliveryReport(text: string): DeliveryReport | null {
  const mail = readPart(text.replaceAll('\r\n', '\n'))
  const type = mail.headers.get('content-type') ?? ''
  if (!/^multipart\/report\b/i.test(type)) return null
  const parts = partsIn(mail.body, parameter(type, 'boundary'))
  const status = parts.find((part) => isOf(part, /^message\/(?:global-)?delivery-status/i))
  const returned = parts.find((part) =>
    isOf(part, /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)/i),
  )
  if (status === undefined || returned === undefined) return null
  const messageId = /<([^<>\s]+)>/.exec(readPart(decoded(returned)).headers.get('message-id') ?? '')?.[1]
  if (messageId === undefined) return null
  return { messageId, failed: failedIn(decoded(status)) }
}

interface Part {
  headers: ReadonlyMap<string, string>
  body: string
}

/** Headers with small names, folded lines joined; the first of a name counts. */
function readPart(text: string): Part {
  const end = text.indexOf('\n\n')
  const head = end === -1 ? text : text.slice(0, end)
  return { headers: fieldsIn(head), body: end === -1 ? '' : text.slice(end + 2) }
}

function fieldsIn(head: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of head.replaceAll(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !fields.has(name)) fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

function partsIn(body: string, boundary: string | null): Part[] {
  if (boundary === null || boundary === '') return []
  const pieces = `\n${body}`.split(`\n--${boundary}`)
  // Before the first line and after the last is nothing that counts.
  return pieces
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => readPart(piece.slice(piece.indexOf('\n') + 1)))
}

function parameter(value: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^\\s;]+))`, 'i').exec(value)
  return found?.[1] ?? found?.[2] ?? null
}

function isOf({ headers }: Part, type: RegExp): boolean {
  return type.test(headers.get('content-type') ?? '')
}

function decoded({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')
  if (encoding !== 'quoted-printable') return body
  return body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The first group is about the mail, each other about one recipient. */
function failedIn(text: string): FailedDelivery[] {
  return text
    .trim()
    .split(/\n[ \t]*\n+/)
    .slice(1)
    .map(fieldsIn)
    .flatMap((fields) => {
      if (fields.get('action')?.toLowerCase() !== 'failed') return []
      const status = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1]
      // The shop wrote to the original one; the final one may be where that was forwarded to.
      const recipient = emailIn(fields.get('original-recipient')) ?? emailIn(fields.get('final-recipient'))
      return status === undefined || recipient === null ? [] : [{ recipient, status }]
    })
}

/** `rfc822; Ada@Example.org` */
function emailIn(value: string | undefined): string | null {
  const found = /^(?:rfc822|utf-8)\s*;\s*<?([^<>\s@]{1,64}@[^<>\s@]{1,255})>?$/i.exec(value ?? '')?.[1]
  return found === undefined ? null : found.toLowerCase()
}
