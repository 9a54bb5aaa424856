/** Request for the current session. */
export const sessionRequest = ['/api/auth/get-session', { headers: { accept: 'application/json' } }] as const

let preloaded: Promise<Response> | undefined

/** Requests the session before its code has loaded. */
export function preloadSession(): Promise<Response> {
  preloaded = fetch(...sessionRequest)
  preloaded.catch(() => undefined)
  return preloaded
}

/** The preloaded answer, once; undefined when there is none. */
export async function takePreloadedSession(): Promise<Response | undefined> {
  const first = preloaded
  preloaded = undefined
  return first?.catch(() => undefined)
}
