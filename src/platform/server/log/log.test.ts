import pino from 'pino'
import { expect, it } from 'vitest'
import { openLog } from '../log.ts'

function onTerminal(): { log: ReturnType<typeof openLog>; lines: string[] } {
  const lines: string[] = []
  const out = { isTTY: true, write: (text: string | Uint8Array) => lines.push(String(text)) > 0 }
  return { log: openLog('info', out), lines }
}

it('writes words on a terminal', () => {
  const { log, lines } = onTerminal()
  log.info('the shop is open')
  log.warn({ reason: 'it ended', channel: 3 }, 'a connection was lost')
  expect(lines).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d the shop is open\n$/),
    expect.stringMatching(
      /^\d\d:\d\d:\d\d warning: a connection was lost \(reason: it ended, channel: 3\)\n$/,
    ),
  ])
})

it('shows on a terminal where an error comes from, and no secret', () => {
  const { log, lines } = onTerminal()
  log.warn({ err: new Error('not now') }, 'a loop failed')
  log.error({ err: new Error('never'), password: 'abc' }, 'it failed')
  const [warning = '', error = ''] = lines
  expect(warning).toMatch(/^[\d:]+ warning: a loop failed: not now\n$/)
  expect(error.split('\n')[0]).toMatch(/^[\d:]+ error: it failed: never \(password: \[Redacted\]\)$/)
  expect(error.split('\n')[1]).toMatch(/^ {4}at .*log\.test\.ts/)
})

it('writes each of several errors that are reported together, by its own few fields', () => {
  const { log } = onTerminal()
  const { err } = (log as unknown as Record<symbol, { err: (error: unknown) => unknown }>)[
    pino.symbols.serializersSym
  ]!
  const secret = Object.assign(new Error('first'), { code: '40001', client: { password: 'abc' } })
  expect(err(new AggregateError([secret, 'second'], 'first; second'))).toEqual({
    type: 'AggregateError',
    message: 'first; second',
    stack: expect.any(String) as string,
    errors: [
      { type: 'Error', message: 'first', code: '40001', stack: expect.any(String) as string },
      { type: 'string', message: 'second' },
    ],
  })
})
