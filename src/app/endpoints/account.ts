import {
  addAddress,
  deleteAddress,
  editAddress,
  listAddresses,
  setDefaultAddress,
} from '#features/addresses/actions/book.ts'
import * as addresses from '#features/addresses/contract.ts'
import { toBook } from '#features/customer/pages/address-forms.ts'
import { notMe, notMeByMail } from '#features/account/actions/not-me.ts'
import { forget, sendCode } from '#features/account/actions/send-code.ts'
import { confirm, editPassword, sendProof } from '#features/account/actions/password.ts'
import { signIn } from '#features/account/actions/sign-in.ts'
import { signOut, signOutAll } from '#features/account/actions/sign-out.ts'
import { resetPassword, signUp } from '#features/account/actions/sign-up.ts'
import * as notMine from '#features/account/contract/not-me.ts'
import * as auth from '#features/account/contract/auth.ts'
import * as passwords from '#features/account/contract/password.ts'
import {
  toCodePrompt,
  toFactorDone,
  toNewPassword,
  toPasswordReset,
  toSignedIn,
  toSignedOut,
  toSignedUp,
  toUndone,
  toVerified,
} from '#features/account/pages/auth-forms.ts'
import {
  deleteArticle,
  myArticles,
  previewArticle,
  saveArticle,
} from '#features/content/actions/my-articles.ts'
import * as articles from '#features/content/contract/my-articles.ts'
import { seeCredit } from '#features/credit/actions/see.ts'
import * as credit from '#features/credit/contract.ts'
import { activity } from '#features/customer/actions/activity.ts'
import { deleteAvatar, editAvatar } from '#features/customer/actions/avatar.ts'
import { exportData } from '#features/customer/actions/export.ts'
import { editInfo, editName, info } from '#features/customer/actions/profile.ts'
import { endSession, loginVerification, security, sessions } from '#features/customer/actions/security.ts'
import { statistics } from '#features/customer/actions/statistics.ts'
import * as user from '#features/customer/contract/user.ts'
import { toSavedArticle } from '#features/customer/pages/article-forms.ts'
import {
  toClosed,
  toConfirmed,
  toFactorPage,
  toProofSent,
  toUser,
} from '#features/customer/pages/user-forms.ts'
import { editEmail, editMobile, removeIdentity, sendChangeCode } from '#features/identity/actions/change.ts'
import { close } from '#features/identity/actions/close.ts'
import { undoChange } from '#features/identity/actions/undo.ts'
import { sendVerifyEmail, verifyEmail } from '#features/identity/actions/verify-email.ts'
import * as identity from '#features/identity/contract.ts'
import { preferences, savePreferences } from '#features/notifications/actions/preferences.ts'
import { endPush, subscribe as subscribeToPush } from '#features/notifications/actions/push.ts'
import { unsubscribe } from '#features/notifications/actions/unsubscribe.ts'
import * as notifications from '#features/notifications/contract.ts'
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  renamePasskey,
} from '#features/passkeys/actions/manage.ts'
import { passkeyFinish, passkeyOptions } from '#features/passkeys/actions/sign-in.ts'
import * as passkeys from '#features/passkeys/contract.ts'
import { oauthFinish } from '#features/oauth/actions/finish.ts'
import { oauthAccounts, oauthUnlink } from '#features/oauth/actions/link.ts'
import { oauthProve, oauthSendCode } from '#features/oauth/actions/prove.ts'
import { oauthLink, oauthStart } from '#features/oauth/actions/start.ts'
import * as oauth from '#features/oauth/contract/oauth.ts'
import {
  toOauthCode,
  toOauthProven,
  toProvider,
  toProviderForLink,
} from '#features/oauth/pages/oauth-forms.ts'
import { qrConfirm, qrScan } from '#features/qr/actions/judge.ts'
import { qrCreate, qrStatus } from '#features/qr/actions/wait.ts'
import * as qr from '#features/qr/contract.ts'
import { secondFactor } from '#features/second-factor/actions/second-factor.ts'
import {
  beginFactor,
  confirmFactor,
  endFactor,
  hideRecoveryCodes,
  renewRecoveryCodes,
} from '#features/second-factor/actions/set-up.ts'
import * as factor from '#features/second-factor/contract.ts'
import { served, type Served } from '#platform/server/serve.ts'
import type { Output } from '#wire/endpoint.ts'
import { linksFor } from '#wire/links.ts'
import { toMailLink } from './mail.ts'

/** Back to the page that was asked, which shows what was decided. */
const toQr: NonNullable<Served['form']> = {
  leads: true,
  next: (ctx, _isDone, value) =>
    linksFor(ctx.shop.router, ctx.langPath).qr((value as Output<typeof qr.qrConfirm>).ticket),
  done: null,
  page: (ctx, fields) => linksFor(ctx.shop.router, ctx.langPath).qr(fields['ticket']?.[0] ?? ''),
}

/** The calls of accounts: signing in, who one is, and what is kept there. */
export const accountEndpoints: readonly Served[] = [
  served(auth.signIn, signIn, toSignedIn),
  served(auth.signUp, signUp, toSignedUp),
  served(auth.sendCode, sendCode, toCodePrompt),
  served(auth.forget, forget, toNewPassword),
  served(auth.resetPassword, resetPassword, toPasswordReset),
  served(oauth.oauthStart, oauthStart, toProvider),
  served(oauth.oauthFinish, oauthFinish),
  served(oauth.oauthSendCode, oauthSendCode, toOauthCode),
  served(oauth.oauthProve, oauthProve, toOauthProven(toSignedIn)),
  served(factor.secondFactor, secondFactor, toFactorDone),
  served(notMine.notMeByMail, notMeByMail, toMailLink('auth/disown')),
  served(auth.signOut, signOut, toSignedOut),
  served(auth.signOutAll, signOutAll, toSignedOut),

  served(addresses.listAddresses, listAddresses),
  served(addresses.addAddress, addAddress, toBook('book.saved')),
  served(addresses.editAddress, editAddress, toBook('book.saved')),
  served(addresses.deleteAddress, deleteAddress, toBook('book.deleted')),
  served(addresses.setDefaultAddress, setDefaultAddress, toBook('book.default_set')),

  served(user.info, info),
  served(user.statistics, statistics),
  served(user.editName, editName, toUser('info', 'user.saved')),
  served(user.editInfo, editInfo, toUser('info', 'user.saved')),
  served(passwords.sendProof, sendProof, toProofSent),
  served(passwords.confirm, confirm, toConfirmed),
  served(passwords.editPassword, editPassword, toUser('security', 'user.password_changed')),
  served(user.security, security),
  served(user.sessions, sessions),
  served(user.endSession, endSession, toUser('security', 'user.session_ended')),
  served(user.loginVerification, loginVerification, toUser('security', 'user.saved')),
  served(user.activity, activity),
  served(user.exportData, exportData),
  served(oauth.oauthAccounts, oauthAccounts),
  served(oauth.oauthLink, oauthLink, toProviderForLink),
  served(oauth.oauthUnlink, oauthUnlink, toUser('security', 'oauth.unlinked')),

  served(passkeys.passkeyOptions, passkeyOptions),
  served(passkeys.passkeyFinish, passkeyFinish),
  served(passkeys.listPasskeys, listPasskeys),
  served(passkeys.newPasskeyOptions, newPasskeyOptions),
  served(passkeys.addPasskey, addPasskey),
  served(passkeys.renamePasskey, renamePasskey, toUser('security', 'passkey.renamed')),
  served(passkeys.deletePasskey, deletePasskey, toUser('security', 'passkey.deleted')),
  served(user.editAvatar, editAvatar, {
    ...toUser('info', 'user.avatar_saved'),
    files: { field: 'avatar', most: 1, isSquare: true },
  }),
  served(user.deleteAvatar, deleteAvatar, toUser('info', 'user.avatar_deleted')),
  served(notMine.notMe, notMe, toUser('security/activity', 'user.not_me_done')),
  served(factor.beginFactor, beginFactor, toFactorPage),
  served(factor.confirmFactor, confirmFactor, toFactorPage),
  served(factor.renewRecoveryCodes, renewRecoveryCodes, toFactorPage),
  served(factor.hideRecoveryCodes, hideRecoveryCodes, toUser('security', null)),
  served(factor.endFactor, endFactor, toUser('security', 'factor.ended')),
  served(credit.seeCredit, seeCredit),

  served(notifications.preferences, preferences),
  served(notifications.savePreferences, savePreferences, toUser('notifications', 'notification.saved')),
  served(notifications.subscribe, subscribeToPush),
  served(notifications.endPush, endPush),
  served(notifications.unsubscribe, unsubscribe, toMailLink('notification/unsubscribe')),

  served(articles.myArticles, myArticles),
  served(articles.saveArticle, saveArticle, toSavedArticle),
  served(articles.deleteArticle, deleteArticle, toUser('article', 'my_article.deleted')),
  served(articles.previewArticle, previewArticle),

  served(identity.sendChangeCode, sendChangeCode, toUser('security/identity', 'identity.sent')),
  served(identity.editEmail, editEmail, toUser('security/identity', 'identity.saved')),
  served(identity.editMobile, editMobile, toUser('security/identity', 'identity.saved')),
  served(identity.removeIdentity, removeIdentity, toUser('security/identity', 'identity.removed')),
  served(identity.undoChange, undoChange, toUndone),
  served(identity.sendVerifyEmail, sendVerifyEmail, toUser('security', 'identity.verify_sent')),
  served(identity.verifyEmail, verifyEmail, toVerified),
  served(identity.close, close, toClosed),
  served(qr.qrCreate, qrCreate),
  served(qr.qrStatus, qrStatus),
  served(qr.qrScan, qrScan),
  served(qr.qrConfirm, qrConfirm, toQr),
]
