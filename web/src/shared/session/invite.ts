import { useSyncExternalStore } from 'react'

/**
 * An invitation link may open any route, signed in or not. The invitation is stored locally until it is used, to
 * survive registration in another tab. `inviteType` is only a hint: the invitation itself decides.
 */

const storageKey = 'vigilux.invite'

export type SavedInvite = { invite: string; inviteType?: string }

/** Removes `invite` and `inviteType` from a query and returns the rest unchanged. */
export function splitInvite(query: string): { savedInvite: SavedInvite | undefined; rest: string } {
  const params = new URLSearchParams(query)
  const invite = params.get('invite')
  const inviteType = params.get('inviteType')
  params.delete('invite')
  params.delete('inviteType')
  const savedInvite = invite ? { invite, ...(inviteType ? { inviteType } : {}) } : undefined
  return { savedInvite, rest: params.toString() }
}

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

export function saveInvite(savedInvite: SavedInvite): void {
  localStorage.setItem(storageKey, JSON.stringify(savedInvite))
  notifyListeners()
}

const readStoredInvite = (): string | null => localStorage.getItem(storageKey)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The stored invitation. The page renders again when the invitation is stored or removed. */
export function useSavedInvite(): SavedInvite | undefined {
  return inviteOf(useSyncExternalStore(subscribe, readStoredInvite))
}

function inviteOf(text: string | null): SavedInvite | undefined {
  try {
    const savedInvite = JSON.parse(text ?? 'null') as SavedInvite | null
    return typeof savedInvite?.invite === 'string' ? savedInvite : undefined
  } catch {
    return undefined // written by an older release: the mail link still works
  }
}

/** Call when the invitation was accepted, declined or is invalid. Returns whether one was stored. */
export function deleteInvite(): boolean {
  const isStored = readStoredInvite() !== null
  localStorage.removeItem(storageKey)
  notifyListeners()
  return isStored
}

/**
 * Captures an invitation from the address (query or hash part) and cleans the address. Runs whenever a place is
 * entered, before the router reads the address.
 */
export function captureInvite(): void {
  const [path = '', hashQuery = ''] = location.hash.slice(1).split('?', 2)
  const fromHash = splitInvite(hashQuery)
  const fromPage = splitInvite(location.search)
  const savedInvite = fromHash.savedInvite ?? fromPage.savedInvite
  if (!savedInvite) return
  const page = fromPage.rest ? `?${fromPage.rest}` : ''
  const hash = fromHash.rest ? `${path}?${fromHash.rest}` : path
  // Not through the router, which would read the address again.
  const address = `${location.pathname}${page}${hash ? `#${hash}` : ''}`
  History.prototype.replaceState.call(history, history.state, '', address)
  saveInvite(savedInvite)
}
