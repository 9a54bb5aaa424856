import { expect, it } from 'vitest'
import { browserNames } from './browser-names.ts'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Linux', form: 'computer' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    { browser: 'Safari', system: 'iOS', form: 'phone' },
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    { browser: 'Firefox', system: 'Windows', form: 'computer' },
  ],
  ['curl/8.14.1', { form: 'unknown' }],
  ['', { browser: '', system: '', form: 'unknown' }],
  [null, { browser: '', system: '', form: 'unknown' }],
  ['<script>alert(1)</script>', { form: 'unknown' }],
  [`Mozilla/5.0 ${'('.repeat(100_000)}`, { browser: '', system: '', form: 'unknown' }],
])('reads %.60s', (userAgent, names) => {
  expect(browserNames(userAgent)).toMatchObject(names)
})
