import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiFailure } from '@vigilux/client/failure.ts'
import { useCallback } from 'react'
import { clearPresses } from '../api/use-action.ts'
import { deleteAllDrafts } from '../form/drafts.ts'
import { withOfflineFallback } from '../offline/offline-fallback.ts'
import { isDemo } from './demo-mode.ts'
import { type SignOutReason, saveSignOutReason } from './return-path.ts'
import { callAuth, fetchSession, type SessionUser } from './session-api.ts'
import { recordSignedInHere } from './signed-in-here.ts'

const sessionKey = ['session'] as const

const sessionQuery = {
  queryKey: sessionKey,
  // Without a line it is the last person signed in here, saved on the device with the answers they saw.
  queryFn: ({ client }: { client: QueryClient }) =>
    withOfflineFallback(fetchSession(), { client, queryKey: sessionKey }),
  staleTime: Number.POSITIVE_INFINITY,
}

export function useSession(): UseQueryResult<SessionUser | null, ApiFailure> {
  return useQuery<SessionUser | null, ApiFailure>(sessionQuery)
}

/** Whether somebody is known to be signed in; sends no request, so public pages can use it. */
export function useIsSignedIn(): boolean {
  const { data } = useQuery<SessionUser | null, ApiFailure>({ ...sessionQuery, enabled: false })
  return Boolean(data)
}

/** Whether the server is a demo; undefined until the session's answer arrives. */
export function useIsDemo(): boolean | undefined {
  const { isPending } = useSession()
  return isPending ? undefined : isDemo()
}

/** Requests the session before the first render, beside code and texts. Throws when the server is unreachable. */
export function refetchSession(queries: QueryClient): Promise<SessionUser | null> {
  return queries.ensureQueryData<SessionUser | null>(sessionQuery)
}

/** The signed-in person. Only for pages behind the gate, where there is always one. */
export function useSignedInUser(): SessionUser {
  const { data } = useSession()
  if (!data) throw new Error('used outside the signed-in pages')
  return data
}

/** Refetches the session; call it after signing in. The gate then moves the person on. */
export async function refreshSession(queries: QueryClient): Promise<SessionUser | null> {
  const user = await fetchSession()
  queries.setQueryData(sessionKey, user)
  return user
}

/** Clears the person's data from memory and device, except for the encrypted outbox; the gate shows sign-in. */
export function clearSession(queries: QueryClient, reason?: SignOutReason): void {
  if (queries.getQueryData(sessionKey) === null) return
  if (reason) saveSignOutReason(reason)
  if (reason === 'own') deleteAllDrafts()
  // After a lost connection the saved answers stay, for the next time the product is opened.
  if (reason !== 'connectionLost') {
    recordSignedInHere(false)
    void import('../offline/device-store.ts').then(({ deleteKey }) => deleteKey()).catch(() => undefined)
    void import('../offline/browser-push.ts').then(({ endPush }) => endPush()).catch(() => undefined)
  }
  clearPresses()
  queries.setQueryData(sessionKey, null)
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] })
}

/** Written by the tab in which somebody signs out; the browser notifies every other tab. */
const signedOutKey = 'vigilux.signedOutAt'

function notifyOtherTabs(): void {
  try {
    localStorage.setItem(signedOutKey, new Date().toISOString())
  } catch {
    // storage is blocked: the other tabs learn it from the server
  }
}

/** Calls back when the person signs out in another tab. Returns a stop function. */
export function onSignedOutInOtherTab(leaveSession: () => void): () => void {
  const receive = ({ key }: StorageEvent) => {
    if (key === signedOutKey) leaveSession()
  }
  addEventListener('storage', receive)
  return () => removeEventListener('storage', receive)
}

export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(async () => {
    await callAuth('sign-out', {})
    notifyOtherTabs()
    clearSession(queries, 'own')
  }, [queries])
}

/** Erases the signed-in account, confirmed by its password if it has one; signs out all of the person's browsers. */
export function useEraseAccount(): (password: string | undefined) => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    async (password) => {
      await callAuth('erase-account', { password })
      notifyOtherTabs()
      deleteAllDrafts()
      clearSession(queries, 'erased')
    },
    [queries],
  )
}
