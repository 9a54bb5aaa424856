import { ApiFailure } from '../api/api-failure.ts'

/** The signed-in person as the session carries it. */
export type SessionUser = {
  id: string
  email: string
  usertype: 'basic' | 'installer' | 'client' | 'admin'
  name: string
  surname: string
  validation: 'verified' | 'pending' | 'refused'
  scope: 'nto' | 'ba' | null
}

/** Who is signed in, or null. Throws when the server cannot be asked: that is not the same as nobody. */
export async function fetchSession(): Promise<SessionUser | null> {
  const response = await fetch('/api/auth/get-session', { headers: { accept: 'application/json' } }).catch(() => {
    throw new ApiFailure('network_error', 0)
  })
  if (response.status === 401) return null
  if (!response.ok) {
    const requestId = response.headers.get('x-request-id') ?? undefined
    throw new ApiFailure('internal_error', response.status, { requestId })
  }
  const answer = (await response.json()) as { user?: SessionUser } | null
  return answer?.user ?? null
}

export async function endSession(): Promise<void> {
  await fetch('/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => {
    throw new ApiFailure('network_error', 0)
  })
}
