import { isForSignedOut } from '../../site-map.ts'

/** What must outlive sign-in, registration and the forgotten password: where to go, and why one was signed out. */

export type SignOutReason = 'own' | 'sessionEnded' | 'connectionLost' | 'revoked' | 'erased'

const returnKey = 'vigilux.returnTo'
const reasonKey = 'vigilux.signOutReason'

function takeItem(key: string): string | null {
  const value = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return value
}

/** On the way to sign-in, keeps where the person wanted to go; not after they signed out by themselves. */
export function saveReturnPath(path: string): void {
  if (signOutReason() === 'own') clearSignOutReason()
  // Who goes to sign-in by themselves meanwhile is there already, and wants no way back to it.
  else if (!isForSignedOut(path)) sessionStorage.setItem(returnKey, path)
}

/** Where the person wanted to go before signing in; asked once. */
export function takeReturnPath(): string | undefined {
  const path = takeItem(returnKey)
  return path?.startsWith('/') ? path : undefined
}

export function saveSignOutReason(reason: SignOutReason): void {
  sessionStorage.setItem(reasonKey, reason)
}

/** Why the person was signed out; the sign-in page says it. Stays until the next sign-in. */
export function signOutReason(): SignOutReason | undefined {
  return (sessionStorage.getItem(reasonKey) as SignOutReason | null) ?? undefined
}

export function clearSignOutReason(): void {
  sessionStorage.removeItem(reasonKey)
}
