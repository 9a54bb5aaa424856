import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

interface Scope {
  open: boolean
}

const currentTransaction = new AsyncLocalStorage<Scope>()

/** A defect in the calling code: a query bypassed the open transaction of the same call flow. */
export class OutsideTransaction extends Error {
  constructor() {
    super(
      'The database was used outside of the transaction that is open in this flow of calls. Pass the transaction (tx) ' +
        'down and use it: the query would not see its changes, and may wait for its locks for ever.',
    )
    this.name = 'OutsideTransaction'
  }
}

/** Marks everything called by `work` as inside a transaction, until `work` settles. */
export async function insideTransaction<T>(work: () => Promise<T>): Promise<T> {
  const scope: Scope = { open: true }
  try {
    return await currentTransaction.run(scope, work)
  } finally {
    scope.open = false
  }
}

function isInsideTransaction(): boolean {
  return currentTransaction.getStore()?.open ?? false
}

/**
 * Makes the pool refuse callers with an open transaction in their own call flow: they would silently see other data, or
 * deadlock on their own locks.
 */
export function guardPool(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool)
  const query = pool.query.bind(pool)
  // The driver's overloads, with and without a callback, share one implementation.
  pool.connect = ((...callback: []) => {
    if (isInsideTransaction()) throw new OutsideTransaction()
    return connect(...callback)
  }) as typeof pool.connect
  pool.query = ((...parameters: [string]) =>
    isInsideTransaction() ? Promise.reject(new OutsideTransaction()) : query(...parameters)) as typeof pool.query
}
