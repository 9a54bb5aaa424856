import { beforeEach, expect, test } from 'vitest'
import { dropAllDrafts, dropDraft, keepDraft, keptDraft } from './drafts.ts'

const own = { userId: 'u1', path: '/plantgeneral/P', form: 'plant' }
const other = { ...own, userId: 'u2' }

beforeEach(() => sessionStorage.clear())

test('what was typed is kept for its person, page and form, but no secret', () => {
  keepDraft(own, [
    ['plantname', 'Scuola'],
    ['address.street', 'Via Roma'],
    ['password', 'Aa1!aaaa'],
    ['current', 'Aa1!aaaa'],
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Aa1!')
  expect(keptDraft({ ...own, form: 'owner' })).toBeUndefined()
  expect(keptDraft(own)).toEqual([
    ['plantname', 'Scuola'],
    ['address.street', 'Via Roma'],
  ])
  dropDraft(own)
  expect(keptDraft(own)).toBeUndefined()
})

test('another person in the same tab neither sees nor leaves it there', () => {
  keepDraft(own, [['plantname', 'Scuola']])
  expect(keptDraft(other)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('signing out by oneself forgets every draft and nothing else', () => {
  sessionStorage.setItem('kept', '1')
  keepDraft(own, [['plantname', 'Scuola']])
  dropAllDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['kept'])
})
