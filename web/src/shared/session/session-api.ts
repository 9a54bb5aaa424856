import { ApiFailure } from '../api/api-failure.ts'

/** The signed-in person as the session carries it. */
export type SessionUser = {
  id: string
  email: string
  usertype: 'basic' | 'installer' | 'client' | 'admin'
  /** Given name and surname. */
  name: string
  scope: 'nto' | 'ba' | null
  /** The data is not verified, or was refused: plants stay closed. */
  suspended: boolean
}

type SessionAnswer = { data: (Omit<SessionUser, 'id'> & { userid: string }) | null }

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
  const { data } = (await response.json()) as SessionAnswer
  if (!data) return null
  const { userid, ...person } = data
  return { id: userid, ...person }
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
