import type { Query, QueryClient } from '@tanstack/react-query'

type Change = (answer: unknown) => unknown

/**
 * Changes by events to an answer during its read. The answer may be older than the event, so each change is made once
 * more when the read ends; events carry states, so twice does no harm.
 */
export class ChangesDuringReads {
  private readonly queries: QueryClient
  private readonly changes = new Map<Query, Change[]>()

  constructor(queries: QueryClient) {
    this.queries = queries
  }

  add(query: Query, change: Change): void {
    if (query.state.fetchStatus !== 'fetching') return
    const earlierChanges = this.changes.get(query)
    if (earlierChanges) earlierChanges.push(change)
    else {
      this.changes.set(query, [change])
      void this.applyAfterRead(query)
    }
  }

  private async applyAfterRead(query: Query): Promise<void> {
    // Returns the read under way.
    await query.fetch().catch(() => undefined)
    const changes = this.changes.get(query) ?? []
    this.changes.delete(query)
    const answer = query.state.data
    if (answer === undefined) return
    const changedAnswer = changes.reduce<unknown>((earlier, change) => change(earlier), answer)
    if (changedAnswer !== answer) this.queries.setQueryData<unknown>(query.queryKey, changedAnswer)
  }
}
