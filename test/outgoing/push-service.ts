import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/*
 * A push service of this machine, and the browsers that have subscribed there: RFC 8030 (how messages are handed over),
 * RFC 8188 and 8291 (how they are encrypted), RFC 8292 (how the shop signs). Written from the documents, and with
 * nothing of the library that the shop uses.
 */

export interface PushDevice {
  endpoint: string
  /** base64url */
  p256dh: string
  auth: string
  /** What the service answers. */
  status: number
  received: Received[]
  /** Its messages, decrypted and parsed. */
  read(): unknown[]
  /** Throws when it is not for this device. */
  decrypt(body: Buffer): string
}

interface Received {
  headers: IncomingHttpHeaders
  body: Buffer
  vapid: { isSigned: boolean; key: string; audience: unknown; subject: unknown; expires: number }
}

export interface PushService {
  origin: string
  /** With its port. */
  host: string
  /** PEM, signed by itself. */
  certificate: string
  /** Requests that went where a redirect led. */
  followed: number
  device(options?: { status?: number }): PushDevice
  close(): Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const devices = new Map<string, PushDevice>()
  const server = createServer({ key, cert }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const device = devices.get(request.url ?? '')
      if (request.url === '/elsewhere') service.followed += 1
      if (device === undefined) return response.writeHead(404).end()
      const { headers } = request
      device.received.push({
        headers,
        body: Buffer.concat(chunks),
        vapid: readVapid(headers.authorization ?? ''),
      })
      return response
        .writeHead(device.status, { location: '/elsewhere', 'content-type': 'text/plain' })
        .end('the service says more than anybody reads')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    origin: `https://${host}`,
    host,
    certificate: cert,
    followed: 0,
    device({ status = 201 } = {}) {
      const path = `/push/${randomBytes(16).toString('base64url')}`
      const device = newDevice(`https://${host}${path}`, status)
      devices.set(path, device)
      return device
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

function newDevice(endpoint: string, status: number): PushDevice {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  const received: Received[] = []
  const decrypt = (body: Buffer): string => {
    // RFC 8188, 2.1: salt, record size, length of the key's name, the name: here the sender's public key.
    const salt = body.subarray(0, 16)
    const size = body.readUInt32BE(16)
    const named = body[20]!
    const sender = body.subarray(21, 21 + named)
    const record = body.subarray(21 + named)
    if (named !== 65 || record.length > size) throw new Error('this is no single record')
    // RFC 8291, 3.3 and 3.4.
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32)
    const contentKey = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16)
    const nonce = hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12)
    const cipher = createDecipheriv('aes-128-gcm', Buffer.from(contentKey), Buffer.from(nonce))
    cipher.setAuthTag(record.subarray(-16))
    const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
    // The last record ends with 2, and after it zeros.
    const end = text.lastIndexOf(2)
    if (end === -1 || text.subarray(end + 1).some((byte) => byte !== 0))
      throw new Error('this is no last record')
    return text.subarray(0, end).toString()
  }
  return {
    endpoint,
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    status,
    received,
    decrypt,
    read: () => received.map(({ body }) => JSON.parse(decrypt(body)) as unknown),
  }
}

/** `vapid t=<JWT>, k=<public key>` (RFC 8292, 3), with ES256. */
function readVapid(authorization: string): Received['vapid'] {
  const [, token = '', shop = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString() || '{}') as Record<string, unknown>
  const point = Buffer.from(shop, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return {
    isSigned,
    key: shop,
    audience: claims['aud'],
    subject: claims['sub'],
    expires: Number(claims['exp']),
  }
}

/** Of this machine, for a hundred years: its own signature makes it, and it guards nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZ6gMoP/RmBCJFHY2
4Sar/OYPpKAnK5OeGnEN9AjKkRGhRANCAARccwOFBI+P5WiyDLZI8dEilQ19H1bu
yw1WFdkCXBFw6lMlsvZhQJ+jpvS7Rm/+nxSqRiQp80WkV+aVNySDZTyB
-----END PRIVATE KEY-----`
const cert = `-----BEGIN CERTIFICATE-----
MIIBhDCCASygAwIBAgIUdN0O3esxjmddd3tDmMgZ900w5VgwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEcHVzaDAgFw0yNjExMjYwMDI3MjBaGA8yMTI2MTEwMjAwMjcy
MFowDzENMAsGA1UEAwwEcHVzaDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFxz
A4UEj4/laLIMtkjx0SKVDX0fVu7LDVYV2QJcEXDqUyWy9mFAn6Om9LtGb/6fFKpG
JCnzRaRX5pU3JINlPIGjZDBiMB0GA1UdDgQWBBT+P9H2uVWyzfFzOkXkWCdaasnD
cDAfBgNVHSMEGDAWgBT+P9H2uVWyzfFzOkXkWCdaasnDcDAPBgNVHRMBAf8EBTAD
AQH/MA8GA1UdEQQIMAaHBH8AAAEwCgYIKoZIzj0EAwIDRgAwQwIgRFOYGpQxu/kx
lUxl/YlH0v2d11Vnb2aCmSjDggzHtFsCHwENN3wzy6r4Wr2CFEIpxFjjxPgicxiJ
k2Uey+NU/ms=
-----END CERTIFICATE-----`
