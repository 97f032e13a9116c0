import { signingPage } from '#features/account/pages/signing-page.tsx'
import { PasskeyWay } from '#features/account/parts/passkey-way.tsx'
import { ProviderButtons } from '#features/account/parts/provider-buttons.tsx'
import { QrSignInWay } from '#features/qr/parts/qr-sign-in-way.tsx'

export default signingPage('signIn', ({ next, ctx }) => (
  <>
    <PasskeyWay next={next} on="load" ctx={ctx} />
    <ProviderButtons next={next} ctx={ctx} />
    <QrSignInWay next={next} ctx={ctx} />
  </>
))
