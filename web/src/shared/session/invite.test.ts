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
])('an invitation in %s is stored and the address becomes %s', (address, cleaned, inviteType) => {
  history.replaceState(null, '', address)
  captureInvite()
  expect(location.pathname + location.search + location.hash).toBe(cleaned)
  expect(keptInvite()).toEqual({ invite: 'T1', ...(inviteType ? { inviteType } : {}) })
  deleteInvite()
  expect(keptInvite()).toBeUndefined()
})

test('an invitation entered on an open page is stored and leaves address and history', () => {
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

test('listeners are notified when an invitation arrives and when it is used', () => {
  const { result } = renderHook(() => useSavedInvite()?.invite)
  expect(result.current).toBeUndefined()
  act(() => saveInvite({ invite: 'T3' }))
  expect(result.current).toBe('T3')
  act(() => deleteInvite())
  expect(result.current).toBeUndefined()
})

test('an address without an invitation stays unchanged', () => {
  history.replaceState(null, '', '/?a=b#/home?q=1')
  captureInvite()
  expect(location.search + location.hash).toBe('?a=b#/home?q=1')
  expect(keptInvite()).toBeUndefined()
})

test('an invitation in the format of an older release is ignored', () => {
  localStorage.setItem('vigilux.invite', 'not json')
  expect(keptInvite()).toBeUndefined()
  expect(splitInvite('').savedInvite).toBeUndefined()
})
