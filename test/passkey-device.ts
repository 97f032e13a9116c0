import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { Input, Output } from '#wire/endpoint.ts'
import type * as contract from '#features/passkeys/contract.ts'

/*
 * A device with passkeys, without a browser: makes and signs as WebAuthn asks for, with attestation "none".
 */

interface DeviceOptions {
  /** What the browser says it shows. */
  origin?: string
  /** The domain that is signed for; null: the one that is asked for. */
  rpId?: string | null
  aaguid?: string
  /** Counts its signatures; a passkey that several devices share does not. */
  counts?: boolean
  /** The person touched it. */
  isPresent?: boolean
  /** It asked for a finger or a code; a plain key is only touched. */
  isVerified?: boolean
}

interface Key {
  id: Buffer
  privateKey: KeyObject
  /** Base64url. */
  userHandle: string
  rpId: string
  counter: number
}

type CreationOptions = Output<typeof contract.newPasskeyOptions>['options']
type RequestOptions = Output<typeof contract.passkeyOptions>['options']
type MadeCredential = Input<typeof contract.addPasskey>['credential']
type SignedCredential = Input<typeof contract.passkeyFinish>['credential']

const flags = { present: 1, verified: 4, canBeBackedUp: 8, isBackedUp: 16, hasKey: 64 }

export function passkeyDevice({
  origin = 'http://shop.example',
  rpId = null,
  aaguid = 'd548826e-79b4-db40-a3d8-11116f7e8349',
  counts = false,
  isPresent = true,
  isVerified = true,
}: DeviceOptions = {}) {
  const keys: Key[] = []

  const authenticatorData = (key: Key, more: number, tail: Buffer): Buffer => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(key.counter)
    const shared = counts ? 0 : flags.canBeBackedUp | flags.isBackedUp
    const given = (isPresent ? flags.present | (isVerified ? flags.verified : 0) : 0) | shared | more
    return Buffer.concat([sha256(rpId ?? key.rpId), Buffer.from([given]), counter, tail])
  }
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  return {
    keys,

    makes: ({ challenge, rp, user }: CreationOptions): MadeCredential => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const key: Key = { id: randomBytes(20), privateKey, userHandle: user.id, rpId: rp.id, counter: 0 }
      keys.push(key)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(key.id.length)
      const name = Buffer.from(aaguid.replaceAll('-', ''), 'hex')
      const tail = Buffer.concat([name, length, key.id, coseKey(publicKey)])
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(key, flags.hasKey, tail)],
        ]),
      )
      return {
        id: key.id.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        transports: ['internal'],
      }
    },

    signs: ({ challenge }: RequestOptions, key: Key = keys[0]!): SignedCredential => {
      if (counts) key.counter += 1
      const data = authenticatorData(key, 0, Buffer.alloc(0))
      const client = clientData('webauthn.get', challenge)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key.privateKey)
      return {
        id: key.id.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: key.userHandle,
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** ES256 on P-256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  )
}

type Cbor = number | string | Buffer | Map<string, Cbor> | Map<number, Cbor>

/** RFC 8949, as far as it is needed here. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<string | number, Cbor>)]
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([name, inner]) => [cbor(name), cbor(inner)]),
  ])
}

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  if (size < 256) return Buffer.from([(kind << 5) | 24, size])
  return Buffer.from([(kind << 5) | 25, size >> 8, size & 255])
}
