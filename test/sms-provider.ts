import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmsProviderServer {
  /** The messages that it took: the fields as they were sent. */
  taken: Record<string, string>[]
  /** How many requests came. */
  asked(): number
  port: number
  close(): Promise<void>
}

/** What the next requests are answered with, in place of taking the message. */
export type Stubborn = (response: ServerResponse) => void

export const account = `AC${'0123456789abcdef'.repeat(2)}`
export const token = 'a token: with/odd+signs'

/**
 * A server on this machine that speaks the Messages API of Twilio as it is documented: form fields and Basic
 * authentication in, a message or an error as JSON out.
 * @param answer null: take the message
 */
export async function openSmsProvider(
  answer: (asked: number) => Stubborn | null = () => null,
): Promise<SmsProviderServer> {
  const taken: SmsProviderServer['taken'] = []
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    const stubborn = answer(asked)
    if (stubborn === null) void take(request, response, taken)
    else stubborn(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    taken,
    asked: () => asked,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function take(
  request: IncomingMessage,
  response: ServerResponse,
  taken: SmsProviderServer['taken'],
): Promise<void> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const login = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  if (request.headers.authorization !== login) return fail(response, 401, 20003, 'Authenticate')
  if (request.method !== 'POST' || request.url !== `/2010-04-01/Accounts/${account}/Messages.json`)
    return fail(response, 404, 20404, 'The requested resource was not found')
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  const fields = new URLSearchParams(isForm ? Buffer.concat(pieces).toString() : '')
  const { To = '', From, MessagingServiceSid, Body = '' } = Object.fromEntries(fields)
  if (!/^\+[1-9]\d{6,14}$/.test(To))
    return fail(response, 400, 21211, `The 'To' number ${To} is not a valid phone number.`)
  if (From === undefined && MessagingServiceSid === undefined)
    return fail(response, 400, 21603, "A 'From' phone number is required.")
  if (Body === '') return fail(response, 400, 21602, 'Message body is required.')
  taken.push(Object.fromEntries(fields))
  const sid = `SM${String(taken.length).padStart(32, '0')}`
  const message = { sid, account_sid: account, to: To, body: Body, status: 'queued', error_code: null }
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(message))
}

/** An error as Twilio words it. */
export function fail(response: ServerResponse, status: number, code: number, message: string): void {
  const body = { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
