import { beforeEach, expect, test } from 'vitest'
import { deleteAllDrafts, deleteDraft, findDraft, saveDraft } from './drafts.ts'

const draftKey = { userId: 'u1', path: '/plantgeneral/P', form: 'plant' }
const other = { ...draftKey, userId: 'u2' }

beforeEach(() => sessionStorage.clear())

test('input is stored per person, page and form without secrets', () => {
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

test('another person in the same tab neither sees nor keeps a draft', () => {
  saveDraft(draftKey, [['plantname', 'Scuola']])
  expect(findDraft(other)).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

test('signing out deletes all drafts and nothing else', () => {
  sessionStorage.setItem('kept', '1')
  saveDraft(draftKey, [['plantname', 'Scuola']])
  deleteAllDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['kept'])
})
