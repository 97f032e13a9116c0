import type { Translate } from '#i18n/t.ts'

/*
 * What a browser calls itself, as people know it. The header can say anything: it is only ever shown.
 */

/** In this order: most browsers also name those that they are like. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  // oxlint-disable-next-line house/slow-pattern -- a header has at most 16 kB
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** "Firefox on Linux", in the visitor's language; empty when the header says neither. */
export function browserName(agent: string, t: Translate): string {
  const browser = nameIn(browsers, agent)
  const system = nameIn(systems, agent)
  return browser !== '' && system !== '' ? t('user.device', { browser, system }) : browser || system
}

function nameIn(list: readonly [pattern: RegExp, name: string][], agent: string): string {
  return list.find(([pattern]) => pattern.test(agent))?.[1] ?? ''
}
