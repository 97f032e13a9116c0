import type { Page } from '@playwright/test'
import { passkeyDevice } from '#test/passkey-device.ts'

type Device = ReturnType<typeof passkeyDevice>
type Answer = Record<string, string>

/**
 * A key that is only touched, without a finger or a code. Chromium's own authenticator has no such passkeys: the page's
 * `navigator.credentials` is answered by a device of the tests. It answers at once, but for what is only offered.
 */
export async function touchKeyOf(page: Page, origin: string): Promise<void> {
  const device = passkeyDevice({ origin, isVerified: false })
  const makes = (challenge: string, rp: string, user: string): Answer => {
    const { transports: _, ...made } = device.makes({
      challenge,
      rp: { id: rp },
      user: { id: user },
    } as Parameters<Device['makes']>[0])
    return made
  }
  const signs = (challenge: string): Answer => device.signs({ challenge } as Parameters<Device['signs']>[0])
  await page.exposeFunction('keyMakes', makes)
  await page.exposeFunction('keySigns', signs)
  await page.addInitScript(() => {
    const key = window as unknown as {
      keyMakes(challenge: string, rp: string, user: string): Promise<Answer>
      keySigns(challenge: string): Promise<Answer>
    }
    const letters = (bytes: BufferSource): string =>
      btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    const bytes = (text: string): ArrayBuffer =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer
    const credentialOf = ({ id, ...said }: Answer): Credential => {
      const response = Object.fromEntries(Object.entries(said).map(([name, text]) => [name, bytes(text)]))
      return {
        id: id!,
        rawId: bytes(id!),
        type: 'public-key',
        response: { ...response, getTransports: () => ['usb'] },
        getClientExtensionResults: () => ({}),
      } as unknown as Credential
    }
    navigator.credentials.create = async (options) => {
      const { challenge, rp, user } = options!.publicKey!
      return credentialOf(await key.keyMakes(letters(challenge), rp.id!, letters(user.id)))
    }
    navigator.credentials.get = async (options) => {
      if (options!.mediation === 'conditional')
        return new Promise((_, refuse) =>
          options!.signal!.addEventListener('abort', () => refuse(new DOMException('', 'AbortError'))),
        )
      return credentialOf(await key.keySigns(letters(options!.publicKey!.challenge)))
    }
  })
}
