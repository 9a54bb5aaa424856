const storageKey = 'vigilux.signedIn'

/** Whether somebody was signed in on this device last: a guess for the first fetches, not a permission. */
export function wasSignedInHere(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return true // storage is blocked: nothing is guessed
  }
}

export function recordSignedInHere(isKnown: boolean): void {
  try {
    if (isKnown) localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // Storage is blocked: the requested page is fetched first, the default.
  }
}
