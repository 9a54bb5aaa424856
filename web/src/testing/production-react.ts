import * as React from 'react'
import * as ReactDom from 'react-dom'
import { afterEach } from 'vitest'

/**
 * Tests run on the production build of React: the development build takes a quarter more processor time. It has no
 * `act`, so this module adds one. Every update gets the priority of a click: `flushSync` leaves none pending.
 */
const clickPriority = 2
const internalsKey = '__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

const internals = (ReactDom as unknown as Record<typeof internalsKey, object>)[internalsKey]
Object.defineProperty(internals, 'p', { get: () => clickPriority, set: () => undefined })

/** The real timer: a test may replace it. */
const afterPending = setImmediate

const flush = (): void => ReactDom.flushSync(() => undefined)

/** Transitions and promises end in later turns of the event loop. */
const settle = async (): Promise<void> => {
  for (let round = 0; round < 2; round++) {
    flush()
    await new Promise((resolve) => afterPending(resolve))
  }
  flush()
}

const act = (work: () => unknown): PromiseLike<unknown> => {
  const result = ReactDom.flushSync(work)
  flush()
  const isPromise = typeof result === 'object' && result !== null && 'then' in result
  // biome-ignore lint/suspicious/noThenProperty: `act` returns a thenable, which runs on only if a test awaits it.
  if (!isPromise) return { then: (resolve) => Promise.resolve(result).then(resolve) }
  return Promise.resolve(result).then(async (value) => {
    await settle()
    return value
  })
}

// The module is CommonJS: Testing Library reads its default export.
const { default: react } = React as unknown as { default: { act?: typeof act } }
react.act = act

// Files of one process share a document: the next file would find a page left in it. Imported with `act` in place.
const { cleanup } = await import('@testing-library/react')
afterEach(cleanup)
