import { expect, test } from 'vitest'
import { filesForLanguage } from './cached-files.ts'

test('the device caches only the texts of its language and all other files', () => {
  const files = ['/index.html', '/assets/no-1234567.js', '/assets/no/1234567.js', '/assets/de/1234567.js'].map(
    (url) => ({ url, revision: null, isShell: false }),
  )
  const urlsFor = (language: string) => filesForLanguage(files, language).map(({ url }) => url)
  expect(urlsFor('de')).toEqual(['/index.html', '/assets/no-1234567.js', '/assets/de/1234567.js'])
  expect(urlsFor('no')).toEqual(['/index.html', '/assets/no-1234567.js', '/assets/no/1234567.js'])
})
