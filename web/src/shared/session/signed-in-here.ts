const storageKey = 'vigilux.signedIn'

/** Whether somebody was signed in on this device when it last asked; a guess of what to fetch first, and no permission. */
export function wasSignedInHere(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    return true // storage is blocked: nothing is guessed
  }
}

export function recordSignedInHere(known: boolean): void {
  try {
    if (known) localStorage.setItem(storageKey, 'yes')
    else localStorage.removeItem(storageKey)
  } catch {
    // storage is blocked: the page that was asked for is fetched first, as ever
  }
}
