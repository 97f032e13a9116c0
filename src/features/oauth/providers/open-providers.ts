import type { ProviderAccess } from '#platform/server/config-sign-in.ts'
import type { SignInProvider, SignInProviders } from '#platform/server/sign-in-providers.ts'
import { appleProvider } from './apple.ts'
import { oidcProvider } from './oidc.ts'
import type { ProviderWork } from './provider-work.ts'
import { wechatProvider } from './wechat.ts'

/** Makes the providers of the program's configuration. Nothing is asked of them before somebody signs in. */
export function openSignInProviders(access: readonly ProviderAccess[], work: ProviderWork): SignInProviders {
  return new Map(access.map((one) => openOne(one, work)).map((provider) => [provider.name, provider]))
}

function openOne(access: ProviderAccess, work: ProviderWork): SignInProvider {
  switch (access.kind) {
    case 'oidc':
      return oidcProvider(access, work)
    case 'apple':
      return appleProvider(access, work)
    case 'wechat':
      return wechatProvider(access, work)
  }
}
