import { gzipSync } from 'node:zlib'
import { prototypeWords } from '#test/prototype-words.ts'
import { latin, type Pick } from './fuzz-pick.ts'

/*
 * Requests with a body: JSON, forms and files as no page of ours sends them, told too short, too long, or packed.
 */

export interface Case {
  /** For the report: which kind, and the first of its bytes. */
  name: string
  /** What is sent, with a short pause between two. */
  pieces: readonly Buffer[]
  /** `answer`: a whole request, whose answer is waited for. `moment`: it may never be answered. `frames`: after a handshake. */
  awaits: 'answer' | 'moment' | 'frames'
  /** How the connection ends, where the other side leaves it open. */
  end: 'close' | 'reset'
}

/** A call of the shop that takes JSON. */
export interface CallPath {
  path: string
  /** The names of what it takes. */
  fields: readonly string[]
}

export interface Ground {
  /** The shop's `Host`. */
  host: string
  calls: readonly CallPath[]
  /** Pages that are there. */
  pages: readonly string[]
}

export function bodyCase(pick: Pick, ground: Ground): Omit<Case, 'name'> {
  const call = pick.of(ground.calls)
  const path = pick.of([
    call.path,
    call.path,
    call.path.replace('/api/web/', '/form/'),
    '/form/preferences',
    '/api/web/inquiries/upload',
  ])
  const body = pick.of([jsonBody, jsonBody, formBody, multipartBody, rawBody])(pick, call)
  const length =
    pick.below(6) === 0 ? pick.of([0, body.bytes.length - 1, body.bytes.length + 9, 1e9]) : body.bytes.length
  const chunked = pick.below(8) === 0
  const sent = chunked ? chunks(pick, body.bytes) : body.bytes
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${ground.host}`,
    `Content-Type: ${pick.below(8) === 0 ? pick.of(['', 'x', 'application/json', 'multipart/form-data; boundary=', 'text/plain']) : body.type}`,
    ...(pick.below(10) === 0 ? [`Content-Encoding: ${pick.of(['gzip', 'br', 'deflate', 'zstd', 'x'])}`] : []),
    chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${Math.max(0, length)}`,
    'Connection: close',
  ]
  const isWhole = !chunked && length <= sent.length
  return {
    pieces: [latin(`${head.join('\r\n')}\r\n\r\n`), sent],
    awaits: isWhole ? 'answer' : 'moment',
    end: pick.end(),
  }
}

interface Body {
  type: string
  bytes: Buffer
}

function jsonBody(pick: Pick, call: CallPath): Body {
  const text = (): string =>
    pick.of([
      `{"a":${'['.repeat(20_000)}`,
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{',
      '',
      'null',
      '[]',
      '""',
      '1e999',
      '-',
      '\0',
      'NaN',
      '{"a":1,"a":2}',
      JSON.stringify(fields(pick, call, (one) => one.value())),
      JSON.stringify(fields(pick, call, (one) => one.value())),
      JSON.stringify(fields(pick, call, (one) => one.value())),
    ])
  const bytes = Buffer.from(text())
  // Letters that are no UTF-8 among those that are.
  if (pick.below(6) === 0) return { type: 'application/json', bytes: Buffer.concat([bytes, pick.bytes(20)]) }
  return { type: 'application/json', bytes: pick.below(12) === 0 ? gzipSync(bytes) : bytes }
}

function fields(pick: Pick, { fields: known }: CallPath, value: (pick: Pick) => unknown): object {
  const names = [...known, ...known, ...prototypeWords, '', 'a.b', 'a[]']
  const made = Array.from({ length: pick.below(6) }, () => [pick.of(names), value(pick)] as const)
  return Object.fromEntries([...known.map((name) => [name, value(pick)] as const), ...made])
}

function formBody(pick: Pick, call: CallPath): Body {
  const pairs = Object.entries(fields(pick, call, (one) => one.word()))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`)
    .concat(
      pick.of([
        '',
        '%',
        '=',
        '&&&',
        '%00=%ff',
        'a=%zz',
        'mode=constructor&aid=__proto__&next=//x',
        'x='.padEnd(70_000, 'x'),
      ]),
    )
  return { type: 'application/x-www-form-urlencoded', bytes: latin(pairs.join('&')) }
}

function multipartBody(pick: Pick, call: CallPath): Body {
  const name = pick.of([...call.fields, ...prototypeWords, 'files', 'picture', ''])
  const head = pick.of([
    `Content-Disposition: form-data; name="${name}"`,
    `Content-Disposition: form-data; name="${name}"; filename="${pick.word()}"\r\nContent-Type: image/png`,
    'Content-Disposition: form-data',
    `Content-Disposition: ${'x'.repeat(20_000)}`,
    '',
  ])
  const end = pick.of(['--b--', '--b', '', '--b\r\n'])
  return {
    type: 'multipart/form-data; boundary=b',
    bytes: Buffer.concat([
      latin(`--b\r\n${head}\r\n\r\n`),
      pick.bytes(pick.below(2_000)),
      latin(`\r\n${end}`),
    ]),
  }
}

function rawBody(pick: Pick): Body {
  const type = pick.of([
    'application/json',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'image/png',
  ])
  return { type, bytes: pick.bytes(pick.below(3_000)) }
}

function chunks(pick: Pick, bytes: Buffer): Buffer {
  const size = pick.of([
    bytes.length.toString(16),
    'ffffffffffffffffff',
    '-1',
    'x',
    '0',
    `${bytes.length.toString(16)};${'e'.repeat(20_000)}`,
  ])
  return Buffer.concat([
    latin(`${size}\r\n`),
    bytes,
    latin(pick.of(['\r\n0\r\n\r\n', '\r\n', '', '0\r\n\r\n', '\r\n0\r\nX: y\r\n\r\n'])),
  ])
}
