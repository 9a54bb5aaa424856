import { beforeEach, expect, test } from 'vitest'
import { captureInvite, dropInvite, keptInvite, splitInvite } from './invite.ts'

beforeEach(() => localStorage.clear())

test.each([
  ['/#/login?invite=T1&inviteType=collab', '/#/login', 'collab'],
  ['/#/plant/P?tab=2&invite=T1&inviteType=what', '/#/plant/P?tab=2', 'what'],
  ['/?invite=T1#/home', '/#/home', undefined],
  ['/?invite=T1&a=b', '/?a=b', undefined],
])('an invitation in %s is kept and the address becomes %s', (address, cleaned, inviteType) => {
  history.replaceState(null, '', address)
  captureInvite()
  expect(location.pathname + location.search + location.hash).toBe(cleaned)
  expect(keptInvite()).toEqual({ invite: 'T1', ...(inviteType ? { inviteType } : {}) })
  dropInvite()
  expect(keptInvite()).toBeUndefined()
})

test('without one nothing is touched', () => {
  history.replaceState(null, '', '/?a=b#/home?q=1')
  captureInvite()
  expect(location.search + location.hash).toBe('?a=b#/home?q=1')
  expect(keptInvite()).toBeUndefined()
})

test('what an older release kept in another shape is ignored', () => {
  localStorage.setItem('vigilux.invite', 'not json')
  expect(keptInvite()).toBeUndefined()
  expect(splitInvite('').kept).toBeUndefined()
})
