import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type pg from 'pg'
import { sqlStateOf } from '../../kernel/sql-state.ts'

const tracer = trace.getTracer('vigilux')

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : ((config as { text?: string } | null)?.text ?? '')

/** Makes each statement of a trace a span with its text; its values may name persons, so they are left out. */
export function traceStatements(client: Pick<pg.ClientBase, 'query'>): void {
  const query = client.query.bind(client)
  // The driver's overloads, with and without a callback, share one implementation.
  client.query = ((...parameters: [string]) => {
    if (!trace.getActiveSpan()?.isRecording()) return query(...parameters)
    const text = textOf(parameters[0])
    const span = tracer.startSpan(`sql ${/^\s*\w+/.exec(text)?.[0].trim().toLowerCase() ?? ''}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    })
    const running = query(...parameters) as unknown
    if (!(running instanceof Promise)) {
      span.end()
      return running
    }
    return running.then(
      (result: unknown) => {
        span.end()
        return result
      },
      (error: unknown) => {
        span.setAttribute('db.response.status_code', sqlStateOf(error) ?? '')
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
        throw error
      },
    )
  }) as typeof client.query
}
