import { beforeEach, expect, test } from 'vitest'
import { deleteAllDrafts, deleteDraft, findDraft, saveDraft } from './drafts.ts'

const draftKey = { userId: 'u1', path: '/plantgeneral/P', form: 'plant' }
const other = { ...draftKey, userId: 'u2' }

beforeEach(() => sessionStorage.clear())

test('what was typed is kept for its person, page and form, but no secret', () => {
  saveDraft(draftKey, [
    ['plantname', 'Scuola'],
    ['address.street', 'Via Roma'],
    ['password', 'Aa1!aaaa'],
    ['current', 'Aa1!aaaa'],
  ])
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Aa1!')
  expect(findDraft({ ...draftKey, form: 'owner' })).toBeUndefined()
  expect(findDraft(draftKey)).toEqual([
    ['plantname', 'Scuola'],
    ['address.street', 'Via Roma'],
  ])
  deleteDraft(draftKey)
  expect(findDraft(draftKey)).toBeUndefined()
})

test('another person in the same tab neither sees nor leaves it there', () => {
  saveDraft(draftKey, [['plantname', 'Scuola']])
  expect(findDraft(other)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('signing out by oneself forgets every draft and nothing else', () => {
  sessionStorage.setItem('kept', '1')
  saveDraft(draftKey, [['plantname', 'Scuola']])
  deleteAllDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['kept'])
})
