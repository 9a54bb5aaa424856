/**
 * An invitation link may open any route, signed in or not. It is kept locally, so that it outlives registration in
 * another tab, until it is used. `inviteType` is only a hint: the invitation itself decides.
 */

const storageKey = 'vigilux.invite'

export type KeptInvite = { invite: string; inviteType?: string }

/** Takes `invite` and `inviteType` out of a query; the rest of the query is returned unchanged. */
export function splitInvite(query: string): { kept: KeptInvite | undefined; rest: string } {
  const params = new URLSearchParams(query)
  const invite = params.get('invite')
  const inviteType = params.get('inviteType')
  params.delete('invite')
  params.delete('inviteType')
  const kept = invite ? { invite, ...(inviteType ? { inviteType } : {}) } : undefined
  return { kept, rest: params.toString() }
}

export function keepInvite(kept: KeptInvite): void {
  localStorage.setItem(storageKey, JSON.stringify(kept))
}

export function keptInvite(): KeptInvite | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as KeptInvite | null
    return typeof kept?.invite === 'string' ? kept : undefined
  } catch {
    return undefined // written by an older release: the mail link still works
  }
}

/** Call when the invitation was accepted, declined or is no longer valid. */
export function dropInvite(): void {
  localStorage.removeItem(storageKey)
}

/** Captures an invitation from the page's address (query or hash part) and cleans the address. Runs on every entry. */
export function captureInvite(): void {
  const [path = '', hashQuery = ''] = location.hash.slice(1).split('?', 2)
  const fromHash = splitInvite(hashQuery)
  const fromPage = splitInvite(location.search)
  const kept = fromHash.kept ?? fromPage.kept
  if (!kept) return
  keepInvite(kept)
  const page = fromPage.rest ? `?${fromPage.rest}` : ''
  const hash = fromHash.rest ? `${path}?${fromHash.rest}` : path
  history.replaceState(history.state, '', `${location.pathname}${page}${hash ? `#${hash}` : ''}`)
}
