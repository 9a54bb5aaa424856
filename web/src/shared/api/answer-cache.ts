import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query'

/**
 * The answers of the server. Invalidating an answer also covers a running read of it, which may have begun before the
 * change: it ends, and is repeated. A plain `QueryClient` takes its answer as fresh.
 */
export class AnswerCache extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const readsUnderWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' } as InvalidateQueryFilters)
      // Every other read is cancelled and restarted.
      .filter((query) => query.state.data === undefined || !query.isActive())
    const repeats = readsUnderWay.map(async (query) => {
      await query.fetch().catch(() => undefined)
      await super.invalidateQueries({ predicate: (other) => other === query }, options)
    })
    await super.invalidateQueries(filters, options)
    await Promise.all(repeats)
  }
}
