import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { halves } from '../test-pictures.ts'
import { faultWords, openFetcher, type FetcherOptions, type PictureFetcher } from './fetch-picture.ts'

async function serving(
  listener: RequestListener,
): Promise<{ url: string; port: number; server: Server; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.url ?? '')
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, port, server, asked }
}

function fetcher(options: FetcherOptions = { allowPrivate: true }): PictureFetcher {
  const opened = openFetcher(options)
  onTestFinished(() => opened.close())
  return opened
}

const picture = await halves(20, 20).png().toBuffer()
const refusedWith = (name: string): object => ({ ok: false, problem: { name } })

describe('a picture is fetched', () => {
  it('from an http address', async () => {
    let headers: IncomingMessage['headers'] = {}
    const { url } = await serving((request, response) => {
      headers = request.headers
      response.end(picture)
    })
    expect(await fetcher().fetch(`${url}/a.png`)).toEqual({ ok: true, value: picture })
    expect(headers['accept-encoding']).toBe('identity')
    expect(headers.cookie).toBeUndefined()
  })

  it('whatever it says that it is', async () => {
    const { url } = await serving((_request, response) =>
      response.setHeader('content-type', 'text/html').end(picture),
    )
    expect((await fetcher().fetch(url)).ok).toBe(true)
  })

  it('by up to three redirects, relative ones too', async () => {
    const { url, asked } = await serving((request, response) => {
      const step = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
      if (step === 0) response.end(picture)
      else
        response
          .writeHead([301, 302, 303, 307, 308][step % 5] ?? 302, { location: `/step/${step - 1}` })
          .end()
    })
    expect((await fetcher().fetch(`${url}/step/3`)).ok).toBe(true)
    expect(asked).toEqual(['/step/3', '/step/2', '/step/1', '/step/0'])
    expect(await fetcher().fetch(`${url}/step/4`)).toEqual(refusedWith('too_many_redirects'))
  })
})

describe('no picture comes', () => {
  it.each([
    '',
    'a.png',
    '/a.png',
    '//example.com/a.png',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    'http://user:secret@example.com/a.png',
    'http://',
  ])('from the address %j', async (address) => {
    expect(await fetcher().fetch(address)).toEqual(refusedWith('bad_address'))
  })

  it.each([
    ...[
      'http://127.0.0.1',
      'http://localhost',
      'http://2130706433',
      'http://0x7f.1',
      'http://017700000001',
      'http://127.1',
      'http://0',
    ],
    ...[
      'http://[::1]',
      'http://[::ffff:127.0.0.1]',
      'http://[::ffff:7f00:1]',
      'http://169.254.169.254',
      'http://10.0.0.1',
      'https://192.168.0.1',
    ],
  ])('from a private network: %s', async (address) => {
    const { port, asked } = await serving((_request, response) => response.end(picture))
    expect(await fetcher({ patience: 2_000 }).fetch(`${address}:${port}/latest/meta-data`)).toEqual(
      refusedWith('private_address'),
    )
    expect(asked).toEqual([])
  })

  it('from a private network behind a redirect', async () => {
    const { port, url, asked } = await serving((request, response) => {
      if (request.url === '/inner') response.end(picture)
      else response.writeHead(302, { location: `http://127.0.0.2:${port}/inner` }).end()
    })
    const run = fetcher({ allowPrivate: ['127.0.0.1'], patience: 2_000 })
    expect(await run.fetch(`${url}/address`)).toEqual(refusedWith('private_address'))
    expect((await run.fetch(`${url}/inner`)).ok).toBe(true)
    // A name is judged by where it leads, at the moment of connecting.
    expect(
      await fetcher({ allowPrivate: ['127.0.0.9'], patience: 2_000 }).fetch(`http://localhost:${port}/inner`),
    ).toEqual(refusedWith('private_address'))
    expect(asked).toEqual(['/address', '/inner'])
  })

  it('from a scheme behind a redirect', async () => {
    const { url } = await serving((_request, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    expect(await fetcher().fetch(url)).toEqual(refusedWith('bad_address'))
  })

  it('when it is no picture', async () => {
    for (const body of ['<!doctype html><img>', '<svg xmlns="http://www.w3.org/2000/svg"/>', '', 'GIF89a']) {
      const { url } = await serving((_request, response) =>
        response.setHeader('content-type', 'image/png').end(body),
      )
      expect(await fetcher().fetch(url)).toEqual(refusedWith('not_a_picture'))
    }
  })

  it('when it is packed', async () => {
    const { url } = await serving((_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(picture),
    )
    expect(await fetcher().fetch(url)).toEqual(refusedWith('not_a_picture'))
  })

  it('when the host answers anything but 200', async () => {
    const { url } = await serving((request, response) =>
      response.writeHead(Number(request.url?.slice(1))).end(picture),
    )
    for (const status of [204, 206, 304, 401, 404, 410, 500, 503]) {
      expect(await fetcher().fetch(`${url}/${status}`)).toEqual({
        ok: false,
        problem: { name: 'refused', status },
      })
    }
  })

  it('when it is too large, said or not', async () => {
    const said = await serving((_request, response) =>
      response.setHeader('content-length', 2_000).end(Buffer.concat([picture], 2_000)),
    )
    expect(await fetcher({ allowPrivate: true, largest: 1_999 }).fetch(said.url)).toEqual(
      refusedWith('too_large'),
    )
    let sent = 0
    const endless = await serving(async (_request, response) => {
      response.on('error', () => {})
      while (!response.destroyed && sent < 50_000_000) {
        sent += 10_000
        response.write(Buffer.concat([picture], 10_000))
        await wait(1)
      }
      response.end()
    })
    expect(await fetcher({ allowPrivate: true, largest: 100_000 }).fetch(endless.url)).toEqual(
      refusedWith('too_large'),
    )
    expect(sent).toBeLessThan(5_000_000)
    const exact = await serving((_request, response) => response.end(Buffer.concat([picture], 2_000)))
    expect((await fetcher({ allowPrivate: true, largest: 2_000 }).fetch(exact.url)).ok).toBe(true)
  })

  it('when the host is slow: at the first byte, between two, and over redirects', async () => {
    const never = await serving(() => {})
    const dribble = await serving(async (_request, response) => {
      response.on('error', () => {})
      for (let i = 0; i < 100 && !response.destroyed; i++) {
        response.write('x')
        await wait(50)
      }
    })
    const hops = await serving((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url ?? ''}x` }).end(), 120)
    })
    for (const { url } of [never, dribble, hops]) {
      const started = performance.now()
      expect(await fetcher({ allowPrivate: true, patience: 300 }).fetch(url)).toEqual(refusedWith('too_slow'))
      expect(performance.now() - started).toBeLessThan(1_500)
    }
  })

  it('when the connection breaks', async () => {
    const { url } = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000 })
      response.write(picture, () => response.destroy())
    })
    expect(await fetcher().fetch(url)).toEqual(refusedWith('unreachable'))
  })

  it('when there is no such host', async () => {
    expect(await fetcher({ patience: 4_000 }).fetch('http://no-such-host.invalid/a.png')).toMatchObject({
      ok: false,
    })
  })
})

describe('a host that does not answer', () => {
  it('is left alone after three failures, others are not', async () => {
    const closed = await serving(() => {})
    closed.server.close()
    await expect.poll(() => reachable(closed.port)).toBe(false)
    const open = await serving((_request, response) => response.end(picture))
    const run = fetcher()
    const names: string[] = []
    for (let i = 0; i < 5; i++) {
      const got = await run.fetch(`${closed.url}/${i}`)
      names.push(got.ok ? 'ok' : got.problem.name)
    }
    expect(names).toEqual(['unreachable', 'unreachable', 'unreachable', 'host_skipped', 'host_skipped'])
    expect((await run.fetch(open.url)).ok).toBe(true)
    // Another run begins anew.
    expect(await fetcher().fetch(closed.url)).toEqual(refusedWith('unreachable'))
  })

  it('is forgiven when it answers in between', async () => {
    let broken = true
    const { url, asked } = await serving((_request, response) => {
      if (broken) response.destroy()
      else response.end(picture)
    })
    const run = fetcher()
    for (let round = 0; round < 3; round++) {
      broken = true
      for (let i = 0; i < 2; i++) expect(await run.fetch(url)).toEqual(refusedWith('unreachable'))
      broken = false
      expect((await run.fetch(url)).ok).toBe(true)
    }
    expect(asked).toHaveLength(9)
  })

  it('is not blamed for a picture that is missing', async () => {
    const { url } = await serving((_request, response) => response.writeHead(404).end())
    const run = fetcher()
    for (let i = 0; i < 6; i++)
      expect(await run.fetch(url)).toEqual({ ok: false, problem: { name: 'refused', status: 404 } })
  })
})

it('has words for each fault', () => {
  expect(faultWords({ name: 'refused', status: 404 })).toBe('the host answered 404')
  expect(faultWords({ name: 'too_many_pixels' })).toBe('it has more than 40 million pixels')
})

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
