/**
 * The push services of browsers: Chrome and all that are made of it, Firefox, Edge, Safari. A browser names its own
 * when it subscribes, and whoever pretends to be one could name any host of the shop's own network.
 */
export const pushServices: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

/** Whether messages may be sent there. @param services `push.example`, `*.push.example`, with a port where it is not 443 */
export function isPushEndpoint(endpoint: string, services: readonly string[] = pushServices): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, host, username, password } = new URL(endpoint)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return services.some((service) =>
    service.startsWith('*.') ? host.endsWith(service.slice(1)) : host === service,
  )
}
