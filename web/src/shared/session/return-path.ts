import { isForSignedOut } from '../../site-map.ts'

/** State across sign-in, registration and password reset: the destination, and the reason of a sign-out. */

export type SignOutReason = 'own' | 'sessionEnded' | 'connectionLost' | 'revoked' | 'erased'

const returnKey = 'vigilux.returnTo'
const reasonKey = 'vigilux.signOutReason'

function takeSessionItem(key: string): string | null {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value
}

/** Saves the destination before a redirect to sign-in; not after a deliberate sign-out. */
export function saveReturnPath(path: string): void {
  if (signOutReason() === 'own') clearSignOutReason()
  // A person who opened sign-in deliberately needs no way back to it.
  else if (!isForSignedOut(path)) sessionStorage.setItem(returnKey, path)
}

/** The destination from before signing in; returned once. */
export function takeReturnPath(): string | undefined {
  const path = takeSessionItem(returnKey)
  return path?.startsWith('/') ? path : undefined
}

export function saveSignOutReason(reason: SignOutReason): void {
  sessionStorage.setItem(reasonKey, reason)
}

/** Why the person was signed out, for the sign-in page. Kept until the next sign-in. */
export function signOutReason(): SignOutReason | undefined {
  return (sessionStorage.getItem(reasonKey) as SignOutReason | null) ?? undefined
}

export function clearSignOutReason(): void {
  sessionStorage.removeItem(reasonKey)
}
