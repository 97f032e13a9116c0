import { call } from '#platform/browser/call.ts'
import { pushWorkerPath } from '#wire/push.ts'
import type { endPush, subscribe } from '../../contract.ts'

/*
 * Push messages of this browser: its permission, the shop's service worker, and the subscription at its push service.
 */

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

interface WorkerUrlPolicy {
  createScriptURL(url: string): string
}
interface PolicyFactory {
  createPolicy(name: string, rules: WorkerUrlPolicy): WorkerUrlPolicy
}

/** The one script that a page may register. */
let policy: WorkerUrlPolicy | undefined

function workerUrl(): string {
  const { trustedTypes } = globalThis as unknown as { trustedTypes?: PolicyFactory }
  policy ??= trustedTypes?.createPolicy('violet-worker', { createScriptURL: () => pushWorkerPath })
  return policy?.createScriptURL('') ?? pushWorkerPath
}

/** Asks for nothing. */
export async function pushState(): Promise<PushState> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const known = await navigator.serviceWorker.getRegistration(pushWorkerPath)
  return (await known?.pushManager.getSubscription()) ? 'on' : 'off'
}

/** A failure that is told: the call's own words, or that the browser could not. */
export type Outcome = { state: PushState; failure: string | null }

/** After a press, and never before: the browser asks the visitor. */
export async function turnOn(pushKey: string): Promise<Outcome> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return { state: permission === 'denied' ? 'denied' : 'off', failure: null }
  await navigator.serviceWorker.register(workerUrl())
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint, keys = {} } = made.toJSON()
  const answer = await call<typeof subscribe>(
    '/notification/subscribe',
    { endpoint: endpoint ?? '', p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' },
    { quiet: true },
  )
  if (answer.ok) return { state: 'on', failure: null }
  // Of no use: nobody would send anything there.
  await made.unsubscribe()
  return { state: 'off', failure: answer.problem.msg }
}

export async function turnOff(): Promise<Outcome> {
  const known = await navigator.serviceWorker.getRegistration(pushWorkerPath)
  const made = await known?.pushManager.getSubscription()
  if (made) {
    const answer = await call<typeof endPush>(
      '/notification/endPush',
      { endpoint: made.endpoint },
      { quiet: true },
    )
    if (!answer.ok) return { state: 'on', failure: answer.problem.msg }
    await made.unsubscribe()
  }
  return { state: 'off', failure: null }
}
