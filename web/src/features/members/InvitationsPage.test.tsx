import { act, cleanup, renderHook, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, useToasts } from '../../shared/feedback/toast.ts'
import { saveInvite, useSavedInvite } from '../../shared/session/invite.ts'
import { renderAt } from '../../testing/render.tsx'

const waitingInvitation = {
  id: '0f0f0f0f-0000-4000-8000-000000000003',
  plantname: 'Hotel',
  city: 'Merano',
  role: 'clientStaff',
  sentBy: 'Ada Neri',
  endsOn: null,
  expiresAt: '2026-12-01T09:00:00.000Z',
}
let isYours: boolean
let isDead = false
let calls: string[]

const answer = (action: string): unknown => {
  if (action === 'getUserInfos')
    return { user: { appConfig: {}, recentPlants: [], support: { email: '', phone: null } } }
  if (action === 'checkInvitoPendente') return { invitations: isDead ? [] : [{ ...waitingInvitation, yours: isYours }] }
  return {}
}

beforeEach(() => {
  calls = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const user = { userid: 'bo', email: 'bo@demo.vigilux.test', name: 'Bo', usertype: 'client', scope: null }
    if (url.includes('get-session')) return Response.json({ data: { ...user, suspended: false } })
    const { action } = JSON.parse(String(init?.body)) as { action: string }
    calls.push(action)
    return Response.json({ data: answer(action) })
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('an invitation to the own address is accepted or declined', async () => {
  isYours = true
  await renderAt('/invitations')
  await userEvent.click(await screen.findByRole('button', { name: 'Accept the invitation to Hotel' }))
  await vi.waitFor(() => expect(calls).toContain('acceptInvite'))
})

test('an invitation for another address cannot be accepted and is dismissed', async () => {
  isYours = false
  saveInvite({ invite: 'token' })
  await renderAt('/invitations')
  await screen.findByText(/The invitation of Ada Neri to Hotel went to another address than bo@demo/)
  expect(screen.queryByRole('button', { name: /Accept|Decline/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(renderHook(() => useSavedInvite()).result.current).toBeUndefined()
})

test.each(['/invitations', '/people', '/userprofile/bo'])(
  '%s reports a dead link once and forgets it',
  async (path) => {
    isDead = true
    saveInvite({ invite: 'token' })
    const { result } = renderHook(() => useToasts())
    const reports = () => result.current.filter(({ message }) => message.includes('link is no longer valid'))
    await renderAt(path)
    await vi.waitFor(() => expect(reports()).toHaveLength(1))
    expect(renderHook(() => useSavedInvite()).result.current).toBeUndefined()
    act(() => closeToast(reports()[0]?.id ?? 0))
    isDead = false
  },
)
