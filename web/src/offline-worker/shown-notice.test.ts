import { expect, test } from 'vitest'
import { shownNotice } from './shown-notice.ts'

const notice = { title: 'Fault', body: 'Plant\nLamp 3', path: '/plant/1', tag: 't', language: 'en' }

test('a valid push shows a notice, and invalid data is ignored', () => {
  expect(shownNotice(JSON.stringify(notice))).toEqual(notice)
  for (const pushData of [undefined, '', 'null', '{', JSON.stringify({ ...notice, title: 5 })])
    expect(shownNotice(pushData)).toBeUndefined()
  expect(shownNotice(JSON.stringify({ ...notice, path: 'https://elsewhere.test' }))).toBeUndefined()
})
