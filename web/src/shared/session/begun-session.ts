/** How to ask the server who is signed in. */
export const sessionQuestion = ['/api/auth/get-session', { headers: { accept: 'application/json' } }] as const

let begun: Promise<Response> | undefined

/** Asks who is signed in before there is any code that could use it. */
export function beginSession(): Promise<Response> {
  begun = fetch(...sessionQuestion)
  begun.catch(() => undefined)
  return begun
}

/** The answer to what was begun, once; undefined when there is none. */
export async function takeBegunSession(): Promise<Response | undefined> {
  const first = begun
  begun = undefined
  return first?.catch(() => undefined)
}
