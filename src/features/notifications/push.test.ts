import { createECDH, randomBytes } from 'node:crypto'
import pino from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { openMailSender } from '#platform/server/jobs/outbox.ts'
import { openPush } from '#platform/server/push/open-push.ts'
import { isPushEndpoint } from '#platform/server/push/push-services.ts'
import { vapidKeys } from '#platform/server/push/vapid.ts'
import { day, hour, minute } from '#domain/time.ts'
import { letterOf } from '#platform/server/jobs/outbox.ts'
import { freshDatabase } from '#test/database.ts'
import { openPushService, type PushDevice } from '#test/outgoing/push-service.ts'
import { signedIn } from '#test/signed-in.ts'
import { testCtx } from '#test/test-ctx.ts'
import { endPush, subscribe } from './actions/push.ts'
import { dropSubscription, liveSubscription, putSubscription } from './queries/pushes.ts'
import { setQuiet, settingsId } from './queries/settings.ts'
import { notify } from './rules/notify.ts'
import { subscriptionOf } from './rules/push-recipient.ts'

const begin = new Date('2026-11-25T12:00:00Z')

/** A shop that knows a push service of this machine besides those of the world. */
async function shop() {
  const { db } = await freshDatabase()
  const service = await openPushService()
  onTestFinished(service.close)
  let at = begin.getTime()
  const now = (): Date => new Date(at)
  const sender = openMailSender({
    db,
    channel: 'push',
    log: pino({ level: 'silent' }),
    now,
    transport: openPush({
      find: (recipient) => liveSubscription(db, subscriptionOf(recipient)!, now()),
      gone: (recipient) => dropSubscription(db, subscriptionOf(recipient)!),
      keys: () => vapidKeys(db),
      contact: 'mailto:shop@shop.example',
      services: [service.host],
      ca: service.certificate,
    }),
  })
  onTestFinished(() => sender.stop())
  const ada = await signedIn(db, { now: begin })
  const ctx = testCtx(db, { now: begin })
  return {
    db,
    service,
    ada,
    later: async (milliseconds: number): Promise<void> => {
      at += milliseconds
      await sender.drain()
    },
    async allow(device: PushDevice, session = ada.session): Promise<void> {
      const { endpoint, p256dh, auth } = device
      const row = { customer: ada.customer, session, endpoint, p256dh, auth, locale: 'en' }
      await db.transact((tx) => putSubscription(tx, row, begin))
    },
    async ship(): Promise<void> {
      const letter = letterOf(ctx, {
        subject: 'Order K7M2 is on its way',
        title: 'A parcel is on its way to you',
        parts: [{ kind: 'text', text: 'It should arrive by 28 November.' }],
        footer: [],
      })
      const mail = { kind: 'order.shipped', to: ada.email, letter }
      const who = { customer: ada.customer, email: ada.email }
      const told = { event: 'order.shipped', who, mail, path: '/order/K7M2', about: 'order:K7M2' } as const
      await db.transact((tx) => notify(tx, ctx, told, now()))
      await sender.drain()
    },
    states: async (): Promise<string[]> => {
      const { rows } = await db.pool.query<{ state: string }>(
        `select state from outbox_mails where channel = 'push' order by id`,
      )
      return rows.map(({ state }) => state)
    },
    devices: async (): Promise<number> => {
      const { rows } = await db.pool.query('select from push_subscriptions')
      return rows.length
    },
  }
}

it('sends each device a message that it alone can read, signed by the shop', async () => {
  const { db, service, allow, ship, states } = await shop()
  const [phone, desk] = [service.device(), service.device()]
  await allow(phone)
  await allow(desk)
  await ship()
  expect(await states()).toEqual(['sent', 'sent'])
  const told = {
    title: 'Order K7M2 is on its way',
    body: 'A parcel is on its way to you\nIt should arrive by 28 November.',
    path: '/order/K7M2',
    tag: 'order:K7M2',
    lang: 'en-US',
  }
  expect(phone.read()).toEqual([{ ...told, lang: expect.stringMatching(/^en/) as string }])
  expect(desk.read()).toHaveLength(1)
  expect(() => phone.decrypt(desk.received[0]!.body)).toThrow('authenticate')
  const { headers, vapid } = phone.received[0]!
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  // RFC 8292: for this service, for less than a day, by the key that browsers subscribe with.
  const { publicKey } = await vapidKeys(db)
  expect(vapid).toMatchObject({ isSigned: true, key: publicKey, audience: service.origin })
  expect(vapid.subject).toBe('mailto:shop@shop.example')
  expect(vapid.expires).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600)
  // The service itself learns nothing of it.
  expect(phone.received[0]!.body.includes('K7M2')).toBe(false)
})

it('forgets a device whose service says that it is gone, and no other', async () => {
  for (const status of [404, 410]) {
    const { service, allow, ship, states, devices } = await shop()
    const [gone, there] = [service.device({ status }), service.device()]
    await allow(gone)
    await allow(there)
    await ship()
    expect(await states()).toEqual(['failed', 'sent'])
    expect(await devices()).toBe(1)
    await ship()
    expect(there.read()).toHaveLength(2)
    expect(gone.received).toHaveLength(1)
  }
})

it('tries again where the service has too much to do, and holds up no other device', async () => {
  const { service, allow, ship, states, later } = await shop()
  const [busy, there] = [service.device({ status: 429 }), service.device()]
  await allow(busy)
  await allow(there)
  await ship()
  expect(await states()).toEqual(['waiting', 'sent'])
  busy.status = 201
  await later(minute)
  expect(await states()).toEqual(['sent', 'sent'])
  // The second one was taken.
  expect(busy.received).toHaveLength(2)
})

it('does not follow where a service leads', async () => {
  const { service, allow, ship, states } = await shop()
  const away = service.device({ status: 302 })
  await allow(away)
  await ship()
  expect(await states()).toEqual(['failed'])
  expect(service.followed).toBe(0)
})

it('sends nothing to a browser that was signed out meanwhile', async () => {
  const { db, ada, service, allow, ship, states } = await shop()
  const device = service.device()
  await allow(device)
  await db.pool.query(`update sessions set ended_at = now(), ended_by = 'elsewhere' where id = $1`, [
    ada.session,
  ])
  await ship()
  expect(await states()).toEqual([])
  expect(device.received).toEqual([])
})

it.each([
  ['unused for a month', 31 * day, true],
  ['not kept and unused for a day', day + hour, false],
])('sends nothing to a browser whose session is over: %s', async (_, unused, isKept) => {
  const { db, ada, service, allow, ship, states, later } = await shop()
  const device = service.device()
  await allow(device)
  await db.pool.query('update sessions set is_kept = $2 where id = $1', [ada.session, isKept])
  await ship()
  expect(device.read()).toHaveLength(1)
  // One that waits since the session was open, and one that is told of afterwards.
  await db.pool.query(`update outbox_mails set state = 'waiting', sent_at = null, next_at = $1`, [
    new Date(begin.getTime() + hour),
  ])
  await db.pool.query('update sessions set seen_at = $2, created_at = $2 where id = $1', [
    ada.session,
    new Date(begin.getTime() + hour - unused),
  ])
  await later(hour)
  await ship()
  expect(await states()).toEqual(['failed'])
  expect(device.received).toHaveLength(1)
})

it('ends with the longest life of a session, however often it was used', async () => {
  const { db, ada, service, allow, ship, states } = await shop()
  await allow(service.device())
  await db.pool.query('update sessions set is_kept = true, created_at = $2 where id = $1', [
    ada.session,
    new Date(begin.getTime() - 181 * day),
  ])
  await ship()
  expect(await states()).toEqual([])
})

it('sends nothing that waited for one person to who is signed in at the browser by then', async () => {
  const { db, ada, service, allow, ship, states, later } = await shop()
  const device = service.device()
  await allow(device)
  await db.transact(async (tx) => {
    const id = await settingsId(tx, { customer: ada.customer }, begin)
    await setQuiet(tx, id, { from: 11 * 60, until: 14 * 60 }, begin)
  })
  await ship()
  expect(await states()).toEqual(['waiting'])
  const eve = await signedIn(db, { now: begin })
  const { endpoint, p256dh, auth } = device
  const row = { customer: eve.customer, session: eve.session, endpoint, p256dh, auth, locale: 'en' }
  await db.transact((tx) => putSubscription(tx, row, begin))
  await later(2 * hour)
  expect(device.received).toEqual([])
  expect(await states()).toEqual(['failed'])
})

it('lets a phone rest until the quiet hours end', async () => {
  const { db, ada, service, allow, ship, states, later } = await shop()
  const device = service.device()
  await allow(device)
  await db.transact(async (tx) => {
    const id = await settingsId(tx, { customer: ada.customer }, begin)
    await setQuiet(tx, id, { from: 11 * 60, until: 14 * 60 }, begin)
  })
  await ship()
  expect(await states()).toEqual(['waiting'])
  await later(hour)
  expect(device.received).toEqual([])
  await later(hour)
  expect(device.read()).toHaveLength(1)
})

it('keeps one key for all nodes and all times', async () => {
  const { db } = await freshDatabase()
  const [one, other] = await Promise.all([vapidKeys(db), vapidKeys(db)])
  expect(one).toEqual(other)
  expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
  expect(await vapidKeys(db)).toEqual(one)
})

function keys(): { p256dh: string; auth: string } {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return {
    p256dh: pair.getPublicKey().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}

it('takes subscriptions of push services alone, and of the customer who is signed in', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  const eve = await signedIn(db)
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  for (const wrong of [
    { endpoint: 'https://192.168.0.1/admin' },
    { endpoint: 'https://localhost/' },
    { endpoint: 'http://fcm.googleapis.com/fcm/send/abc' },
    { endpoint: 'https://fcm.googleapis.com.evil.example/' },
    { endpoint: 'https://user@fcm.googleapis.com/' },
    { endpoint: 'no address' },
    { p256dh: 'B' },
    { auth: 'short' },
  ])
    expect(await ada.does(subscribe, { endpoint, ...keys(), ...wrong })).toMatchObject({
      ok: false,
      problem: { name: 'unknown_push_service' },
    })
  const own = keys()
  expect(await ada.does(subscribe, { endpoint, ...own })).toEqual({ ok: true, value: { devices: 1 } })
  // The same browser, where somebody else is signed in now.
  expect(await eve.does(subscribe, { endpoint, ...own })).toEqual({ ok: true, value: { devices: 1 } })
  // Not hers any more.
  expect(await ada.does(endPush, { endpoint })).toEqual({ ok: true, value: { devices: 0 } })
  const { rows } = await db.pool.query<{ customer: number }>(
    'select customer_id as customer from push_subscriptions',
  )
  expect(rows).toEqual([{ customer: eve.customer }])
})

it('knows the services of all browsers', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/x',
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://wns2-by3p.notify.windows.com/w/?token=x',
    'https://web.push.apple.com/x',
  ])
    expect(isPushEndpoint(endpoint), endpoint).toBe(true)
  expect(isPushEndpoint('https://push.apple.com.example/x')).toBe(false)
})

it('keeps ten browsers of a customer, the newest', async () => {
  const { db } = await freshDatabase()
  const ada = await signedIn(db)
  for (let n = 1; n <= 12; n += 1)
    await ada.does(subscribe, { endpoint: `https://fcm.googleapis.com/fcm/send/${n}`, ...keys() })
  const { rows } = await db.pool.query<{ endpoint: string }>(
    'select endpoint from push_subscriptions order by id',
  )
  expect(rows.map(({ endpoint }) => endpoint.split('/').at(-1))).toEqual(
    Array.from({ length: 10 }, (_, index) => String(index + 3)),
  )
})
