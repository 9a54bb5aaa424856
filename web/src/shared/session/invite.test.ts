import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { createStrictHashHistory } from '../../hash-history.ts'
import { captureInvite, deleteInvite, saveInvite, splitInvite, useSavedInvite } from './invite.ts'

beforeEach(() => localStorage.clear())

const keptInvite = () => renderHook(() => useSavedInvite()).result.current

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
  deleteInvite()
  expect(keptInvite()).toBeUndefined()
})

test('one that is entered while the page is open is kept, and is in neither the address nor the history', () => {
  history.replaceState(null, '', '/#/home')
  const strictHistory = createStrictHashHistory()
  const places: string[] = []
  const stop = strictHistory.subscribe(({ location: { href } }) => void places.push(href))
  // An invitation link in the same tab does not reload the page.
  History.prototype.pushState.call(history, null, '', '/#/plant/P?tab=2&invite=T2&inviteType=collab')
  dispatchEvent(new PopStateEvent('popstate'))
  expect([location.hash, places]).toEqual(['#/plant/P?tab=2', ['/plant/P?tab=2']])
  expect(keptInvite()).toEqual({ invite: 'T2', inviteType: 'collab' })
  stop()
  strictHistory.destroy()
})

test('whoever waits for one is told when it comes and when it is used', () => {
  const { result } = renderHook(() => useSavedInvite()?.invite)
  expect(result.current).toBeUndefined()
  act(() => saveInvite({ invite: 'T3' }))
  expect(result.current).toBe('T3')
  act(() => deleteInvite())
  expect(result.current).toBeUndefined()
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
