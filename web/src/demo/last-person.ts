const storageKey = 'vigilux.demoPerson'

/** Whose card was pressed last in this browser. */
export function findLastPerson(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null // storage is blocked: no card is marked
  }
}

export function saveLastPerson(email: string): void {
  try {
    localStorage.setItem(storageKey, email)
  } catch {
    // storage is blocked: no card will be marked
  }
}
