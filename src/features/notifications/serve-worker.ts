import type { FastifyInstance } from 'fastify'
import { pushWorkerPath } from '#wire/push.ts'

/*
 * The shop's service worker: it shows push messages and opens what they are about. It handles no requests, so it can
 * break no page; it is plain JavaScript, whole on this screen, and cached by nobody for longer than a day.
 */
const worker = `'use strict'

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

addEventListener('push', (event) => {
  let told
  try {
    told = event.data.json()
  } catch {
    return
  }
  const { title, body, path, tag, lang } = told
  event.waitUntil(registration.showNotification(String(title), {
    body: String(body), tag: String(tag), lang: String(lang), icon: '/favicon.svg', data: { path },
  }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  const url = new URL(String(event.notification.data?.path ?? '/'), location.origin)
  if (url.origin !== location.origin) return
  event.waitUntil(open(url.href))
})

async function open(href) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages.find(({ url }) => url === href) ?? pages[0]
  if (page === undefined) return clients.openWindow(href)
  await page.focus()
  if (page.url !== href) await page.navigate(href).catch(() => clients.openWindow(href))
}
`

export function serveWorker(app: FastifyInstance): void {
  app.get(pushWorkerPath, (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      // Browsers look for a newer one with every visit that registers it, and at the latest after a day.
      .header('cache-control', 'no-cache')
      .send(worker),
  )
}
