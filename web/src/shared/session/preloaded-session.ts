/** How to ask the server who is signed in. */
export const sessionRequest = ['/api/auth/get-session', { headers: { accept: 'application/json' } }] as const

let preloaded: Promise<Response> | undefined

/** Asks who is signed in before there is any code that could use it. */
export function preloadSession(): Promise<Response> {
  preloaded = fetch(...sessionRequest)
  preloaded.catch(() => undefined)
  return preloaded
}

/** The answer to what was begun, once; undefined when there is none. */
export async function takePreloadedSession(): Promise<Response | undefined> {
  const first = preloaded
  preloaded = undefined
  return first?.catch(() => undefined)
}
