import type { ReactNode } from 'react'
import { examples as modalExamples } from '#features/addresses/islands/address-modal/examples.tsx'
import { examples as cropExamples } from '#features/customer/islands/avatar-crop/examples.tsx'
import { LinkedAccounts } from '#features/oauth/parts/linked-accounts.tsx'
import { IdentitySection } from '#features/identity/parts/identity-section.tsx'
import { examples as pushExamples } from '#features/notifications/islands/push-switch/examples.tsx'
import { examples as passkeyExamples } from '#features/passkeys/islands/passkey/examples.tsx'
import { examples as passkeysExamples } from '#features/passkeys/islands/passkeys/examples.tsx'
import { PasskeysSection } from '#features/passkeys/parts/passkeys-section.tsx'
import { FactorSection } from '#features/second-factor/parts/factor-section.tsx'
import { RecoveryCodes, SetUpApp } from '#features/second-factor/parts/set-up.tsx'
import { Island } from '#platform/server/pages/render.tsx'
import { slug, type GalleryProps, type ShownPart } from './shown.ts'

/** The parts of the account area that wake, in their examples' states. */
export function accountIslands({ ctx: { texts, lang } }: GalleryProps): ShownPart[] {
  return [
    shown('address-modal', modalExamples(texts, lang), (props, k) => (
      <Island name="address-modal" k={k} props={props} />
    )),
    shown('avatar-crop', cropExamples(texts, lang), (props, k) => (
      <Island name="avatar-crop" k={k} on="load" props={{ ...props, id: k }} />
    )),
    shown('passkey', passkeyExamples(texts, lang), (props, k) => (
      <Island name="passkey" k={k} on="load" props={props} />
    )),
    shown('push-switch', pushExamples(texts, lang), (props, k) => (
      <Island name="push-switch" k={k} on="load" props={props} />
    )),
    shown('passkeys', passkeysExamples(texts, lang), (props, k) => (
      <Island name="passkeys" k={k} on="load" props={props} />
    )),
  ]
}

function shown<P>(
  name: string,
  examples: Record<string, P>,
  show: (props: P, k: string) => ReactNode,
): ShownPart {
  const states = Object.entries(examples).map(([state, props]) => ({
    name: state,
    view: show(props, `${name}-${slug(state)}`),
  }))
  return { name, states }
}

const then = '2026-10-02T09:30:00Z'
const later = '2026-11-21T18:05:00Z'

/** Its sections that are plain HTML. */
export function accountParts(props: GalleryProps): ShownPart[] {
  return [passkeyList(props), secondFactor(props), setUpApp(props), linkedAccounts(props), identity(props)]
}

function passkeyList({ ctx }: GalleryProps): ShownPart {
  const passkey = { id: 1, name: 'iCloud Keychain', manager: 'iCloud Keychain', isBackedUp: true }
  const list = [
    { ...passkey, createdAt: then, usedAt: later },
    { id: 2, name: 'Blue key', manager: null, isBackedUp: false, createdAt: then, usedAt: null },
  ]
  const of = (passkeys: typeof list): ReactNode => (
    <PasskeysSection list={{ passkeys, known: null }} k={`passkeys-${passkeys.length}`} ctx={ctx} />
  )
  return {
    name: 'passkey-list',
    states: [
      { name: 'default', wide: true, view: of(list) },
      { name: 'empty', wide: true, view: of([]) },
    ],
  }
}

function secondFactor({ ctx }: GalleryProps): ShownPart {
  return {
    name: 'second-factor',
    states: [
      { name: 'off', view: <FactorSection state={{ isOn: false, left: 0 }} ctx={ctx} /> },
      { name: 'on', view: <FactorSection state={{ isOn: true, left: 8 }} ctx={ctx} /> },
    ],
  }
}

function setUpApp({ ctx }: GalleryProps): ShownPart {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const url = `otpauth://totp/Violet:ada%40example.org?issuer=Violet&secret=${secret}`
  const codes = ['2K7Q-MXPA-9RTD-4HNV', '8WCE-5GJB-3ZLS-YF6U', 'Q4TN-7VHX-2MKD-9PRA']
  return {
    name: 'set-up-app',
    states: [
      {
        name: 'qr code',
        view: below(
          <SetUpApp step={{ kind: 'app', secret, url }} idOf={(field) => `set-up-${field}`} ctx={ctx} />,
        ),
      },
      { name: 'recovery codes', view: <RecoveryCodes step={{ kind: 'codes', codes }} ctx={ctx} /> },
    ],
  }
}

function linkedAccounts({ ctx }: GalleryProps): ShownPart {
  const google = { id: 1, provider: 'google', title: 'Google', email: 'ada@example.org' }
  return {
    name: 'linked-accounts',
    states: [
      {
        name: 'default',
        wide: true,
        view: (
          <LinkedAccounts
            linked={{
              accounts: [{ ...google, linkedAt: then, usedAt: later }],
              providers: [{ name: 'apple', title: 'Apple' }],
            }}
            ctx={ctx}
          />
        ),
      },
    ],
  }
}

function identity({ ctx }: GalleryProps): ShownPart {
  const proven = { kind: 'email', account: 'ada@example.org', verifiedAt: new Date(then) } as const
  return {
    name: 'identity',
    states: [
      { name: 'proven', view: below(<IdentitySection identities={[proven]} ctx={ctx} />) },
      {
        name: 'not proven',
        view: below(<IdentitySection identities={[{ ...proven, verifiedAt: null }]} ctx={ctx} />),
      },
    ],
  }
}

/** Several sections, as far apart as on their page. */
function below(sections: ReactNode): ReactNode {
  return <div className="area-main">{sections}</div>
}
