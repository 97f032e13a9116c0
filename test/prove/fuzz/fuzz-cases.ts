import { prototypeWords } from '#test/prototype-words.ts'
import { bodyCase, type Case, type Ground } from './fuzz-bodies.ts'
import { framesCase } from './fuzz-frames.ts'
import { latin, picker, type Pick } from './fuzz-pick.ts'
import type { Random } from '../seeded.ts'

/*
 * What a stranger may send down a socket: bytes that are no HTTP, HTTP that is no request of ours, requests of ours
 * with nonsense in every place. The same for one seed.
 */

type Make = (pick: Pick, ground: Ground) => Omit<Case, 'name'>

/** A case by chance. */
export function fuzzCase(random: Random, ground: Ground): Case {
  const pick = picker(random)
  const [kind, make] = pick.of(kinds)
  const made = make(pick, ground)
  const [first = Buffer.alloc(0)] = made.pieces
  return { ...made, name: `${kind}: ${JSON.stringify(first.subarray(0, 160).toString('latin1'))}` }
}

/** An ordinary visitor, for comparison. */
export function ordinaryCase(random: Random, ground: Ground): Case {
  const page = picker(random).of(ground.pages)
  return { name: `ordinary: ${page}`, ...whole(`GET ${page} HTTP/1.1`, [`Host: ${ground.host}`]) }
}

const kinds: readonly (readonly [kind: string, make: Make])[] = [
  [
    'line',
    (pick, ground) =>
      whole(pick.of(methods) + ' ' + target(pick, ground) + ' ' + pick.of(versions), [
        hostLine(pick, ground),
      ]),
  ],
  ['target', (pick, ground) => whole(`GET ${target(pick, ground)} HTTP/1.1`, [`Host: ${ground.host}`])],
  ['headers', headersCase],
  ['upgrade', upgradeCase],
  ['frames', framesCase],
  ['frames', framesCase],
  ['body', bodyCase],
  ['body', bodyCase],
  ['word', wordCase],
  ['word', wordCase],
  ['half', halfCase],
  ['pipeline', pipelineCase],
  ['noise', (pick) => ({ pieces: [pick.bytes(1 + pick.below(600))], awaits: 'moment', end: pick.end() })],
]

const methods = [
  'GET',
  'get',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'PRI',
  'FOO',
  '',
  'G ET',
  '\0',
  'GET\t',
]
const versions = [
  'HTTP/1.1',
  'HTTP/1.0',
  'HTTP/2.0',
  'HTTP/0.9',
  'HTTP/9.9',
  'http/1.1',
  'HTTP',
  '',
  'HTTP/1.1 x',
]
const targets = [
  '//',
  '//[',
  '//]',
  '///',
  'http:',
  'http://',
  'http://[',
  'http://[::',
  'http://%',
  'https://localhost:99999/',
  '*',
  '%',
  '/%',
  '/%00',
  '/%zz',
  '/%ff%fe',
  '/%c0%80',
  '/\0',
  '/\x01',
  '/\x7f',
  '/\xff',
  '?',
  '??',
  '/?',
  '/?&&&===',
  '#',
  '/#',
  '',
  ' ',
  '.',
  '..',
  '/..',
  '/../..',
  '/%2e%2e/%2e%2e',
  '/assets/../../server/server.js',
  '/assets/%00',
  '/assets/%2e%2e%2f',
  '/media/films/a%00.mp4',
  '/media/%5c..%5c',
  '\\',
  '/\\',
  '//localhost',
  '//localhost/x',
  'localhost:80',
  '/ws/message',
  '/ws/message?',
  '//ws/message',
  '/ws/message?session=%',
  '/ws/message/..',
  '/form/preferences',
  '/healthz',
  '/metrics',
  '/version',
  '/search?q=%',
  '/search?q=%00',
  '/?request=route&userAgent=%',
  '/zh/%e4',
  'javascript:alert(1)',
  'mailto:',
  ':',
  ':80',
  '@',
  '/@',
  '[',
  ']',
  '[]',
  '{}',
  '|',
  '/a|b',
] as const

function target(pick: Pick, { pages }: Ground): string {
  switch (pick.below(8)) {
    case 0:
      return `/${'a'.repeat(pick.of([250, 4_000, 15_000, 17_000]))}`
    case 1:
      return `/${Array.from({ length: pick.below(200) }, () => pick.of(['a', '..', '.', '', '%2f'])).join('/')}`
    case 2:
      return `${pick.of(pages)}${pick.of(['?', '/', '%', '%00', '//', '?a[]=1&a[b]=2', '?page=1e9', '?sort=__proto__', '?request=route'])}`
    case 3:
      return `/${pick
        .bytes(1 + pick.below(40))
        .toString('latin1')
        .replace(/[\r\n ]/g, '')}`
    default:
      return pick.of(targets)
  }
}

function hostLine(pick: Pick, { host }: Ground): string {
  const line = pick.of([
    host,
    host,
    host,
    '',
    'evil.example',
    '[',
    '[::1',
    'localhost:',
    'localhost:99999',
    'a'.repeat(300),
    '\xff',
    'constructor',
    `${host}, ${host}`,
  ])
  return `Host: ${line}`
}

function headersCase(pick: Pick, ground: Ground): Omit<Case, 'name'> {
  const names = [
    'Cookie',
    'Accept-Encoding',
    'Accept-Language',
    'If-None-Match',
    'If-Modified-Since',
    'Range',
    'Referer',
    'Origin',
    'Save-Data',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'Forwarded',
    'Content-Length',
    'Transfer-Encoding',
    'Content-Encoding',
    'Content-Type',
    'Expect',
    'Upgrade',
    'HTTP2-Settings',
    'Connection',
    'TE',
    'Trailer',
    'Authorization',
    'X-Auth',
    'Idempotency-Key',
    'Sec-Fetch-Site',
    'Host',
    'User-Agent',
    'Accept',
    ...prototypeWords,
  ]
  const values = [
    '',
    ',',
    ';',
    '=',
    '*',
    '"',
    '%',
    '\t',
    'x'.repeat(8_000),
    'x'.repeat(17_000),
    '-1',
    '1e9',
    '99999999999999999999',
    'chunked',
    'gzip, chunked',
    'gzip;q=0',
    'br;q=x',
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-0,1-1,2-2',
    '100-continue',
    'h2c',
    'upgrade',
    'close',
    'keep-alive, Upgrade',
    'http://[',
    '//',
    'null',
    '\xff\xfe',
    '\x01',
    'currency=__proto__; mode=constructor',
    'cart=%',
    'a=b; a=c; =; ;',
    '__Host-cart=x',
    'W/"',
    '1.2.3.4, ::1, x',
    'multipart/form-data',
    'application/json; charset=x',
    ...prototypeWords,
  ]
  const lines = Array.from(
    { length: 1 + pick.below(6) },
    () => `${pick.of(names)}${pick.of([': ', ':', ' : ', ':\t', ''])}${pick.of(values)}`,
  )
  const many = pick.below(20) === 0 ? Array.from({ length: 3_000 }, (_, index) => `X-${index}: y`) : []
  const made = whole(`${pick.of(['GET', 'POST', 'HEAD'])} ${pick.of(ground.pages)} HTTP/1.1`, [
    `Host: ${ground.host}`,
    ...lines,
    ...many,
  ])
  return { ...made, awaits: 'moment' }
}

function upgradeCase(pick: Pick, ground: Ground): Omit<Case, 'name'> {
  const path = pick.of([
    '/ws/message',
    `/ws/message?session=${'a'.repeat(43)}&format=json`,
    target(pick, ground),
    target(pick, ground),
  ])
  const lines = [
    `Host: ${ground.host}`,
    `Connection: ${pick.of(['Upgrade', 'upgrade', 'keep-alive, Upgrade', 'Upgrade, close'])}`,
    `Upgrade: ${pick.of(['websocket', 'websocket', 'WebSocket', 'h2c', 'TLS/1.0', '', 'websocket, h2c', 'constructor'])}`,
    `Sec-WebSocket-Key: ${pick.of(['dGhlIHNhbXBsZSBub25jZQ==', '', 'x', '='.repeat(500)])}`,
    `Sec-WebSocket-Version: ${pick.of(['13', '8', '', '-1', 'x'])}`,
    `Origin: ${pick.of([`http://${ground.host}`, 'null', 'http://[', 'https://evil.example', ''])}`,
    ...(pick.below(3) === 0
      ? ['Sec-WebSocket-Protocol: ,,,', 'Sec-WebSocket-Extensions: permessage-deflate; x="']
      : []),
  ]
  const head = `${pick.of(['GET', 'GET', 'GET', 'POST', 'CONNECT'])} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  // Some send frames before they were let in.
  const early = pick.below(3) === 0 ? [pick.bytes(pick.below(200))] : []
  return { pieces: [latin(head), ...early], awaits: 'moment', end: pick.end() }
}

/** A name of every object, where a page or a call reads a word. */
function wordCase(pick: Pick, ground: Ground): Omit<Case, 'name'> {
  const word = encodeURIComponent(pick.of(prototypeWords))
  const path = pick.of([
    `/${word}`,
    `/${word}/${word}`,
    `/zh/${word}`,
    `/${word}/search`,
    `/search?q=${word}`,
    `/zh-HK/search?q=${word}&sort=${word}`,
    `/search?${word}=${word}`,
    `/category/tableware?o.${word}=${word}&sort=${word}`,
    `/category/${word}`,
    `/product/${word}`,
    `/product/perch-stool/${word}`,
    `/product/perch-stool?${word}=${word}`,
    `/article/${word}`,
    `/article?tag=${word}`,
    `/page/${word}`,
    `/inquiry/${word}`,
    `/promotion/${word}`,
    `/coupon/${word}`,
    `/compare?products=${word}`,
    `/media/films/x.${word}`,
    `/media/${word}`,
    `/assets/${word}`,
    `/share/${word}`,
    `/theme.${word}.css`,
    `/feeds/${word}`,
    `/sitemap-${word}.xml`,
    `/api/web/${word}`,
    `/api/web/cart/${word}`,
    `/form/${word}`,
    `/${word}/form/preferences`,
    `/order-lookup?reason=${word}`,
    `/checkout?step=${word}`,
  ])
  const lines = [
    `Host: ${ground.host}`,
    `Cookie: ${word}=${word}; currency=${word}; mode=${word}; cart=${word}; consent=${word}; notice=${word}`,
  ]
  return whole(`GET ${path} HTTP/1.1`, [
    ...lines,
    `Accept-Language: ${word}`,
    `Accept-Encoding: ${word}`,
    `${word}: ${word}`,
  ])
}

/** A request that stops somewhere. */
function halfCase(pick: Pick, ground: Ground): Omit<Case, 'name'> {
  const all = bodyCase(pick, ground).pieces
  const bytes = Buffer.concat([...all])
  const cut = bytes.subarray(0, pick.below(bytes.length))
  const middle = pick.below(cut.length + 1)
  return { pieces: [cut.subarray(0, middle), cut.subarray(middle)], awaits: 'moment', end: pick.end() }
}

function pipelineCase(pick: Pick, ground: Ground): Omit<Case, 'name'> {
  const one = (): Buffer =>
    Buffer.concat([...pick.of([upgradeCase, headersCase, wordCase])(pick, ground).pieces])
  const good = latin(`GET ${pick.of(ground.pages)} HTTP/1.1\r\nHost: ${ground.host}\r\n\r\n`)
  return { pieces: [Buffer.concat([good, one(), good, one()])], awaits: 'moment', end: pick.end() }
}

function whole(line: string, headers: readonly string[]): Omit<Case, 'name'> {
  return {
    pieces: [latin(`${[line, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)],
    awaits: 'answer',
    end: 'close',
  }
}
