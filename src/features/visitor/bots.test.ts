import { expect, it } from 'vitest'
import { isBot, objects } from './bots.ts'

const browser = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  'accept-language': 'en-GB,en;q=0.9',
  'sec-fetch-site': 'same-origin',
}

it.each([
  ['a browser', {}],
  ['one that does not say where a request comes from', { 'sec-fetch-site': undefined }],
  [
    'a phone',
    {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
    },
  ],
  [
    'a phone of an unlucky name',
    {
      'user-agent':
        'Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36',
    },
  ],
])('takes %s for a person', (_who, headers) => expect(isBot({ ...browser, ...headers })).toBe(false))

it.each([
  ['no name', { 'user-agent': undefined }],
  ['Googlebot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a bot that looks like a browser', { 'user-agent': `${browser['user-agent']} (compatible; bingbot/2.0)` }],
  ['a headless browser', { 'user-agent': browser['user-agent'].replace('Chrome', 'HeadlessChrome') }],
  ['curl', { 'user-agent': 'curl/8.5.0 (x86_64-pc-linux-gnu) libcurl/8.5.0' }],
  ['a library', { 'user-agent': 'python-requests/2.31 on Linux x86_64' }],
  ['a monitor', { 'user-agent': 'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)' }],
  ['who reads no language', { 'accept-language': undefined }],
  ['another site’s page', { 'sec-fetch-site': 'cross-site' }],
  ['a page fetched ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ['an endless name', { 'user-agent': `Mozilla/5.0 ${'x'.repeat(2_000)}` }],
])('takes %s for a program', (_who, headers) => expect(isBot({ ...browser, ...headers })).toBe(true))

it('hears Do Not Track and Global Privacy Control', () => {
  expect(objects(browser)).toBe(false)
  expect(objects({ ...browser, dnt: '0' })).toBe(false)
  expect(objects({ ...browser, dnt: '1' })).toBe(true)
  expect(objects({ ...browser, 'sec-gpc': '1' })).toBe(true)
})
