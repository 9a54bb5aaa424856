import { type Attributes, context, propagation, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import { Refusal } from './refusal.ts'

/** Does nothing until the adapter's `startTracing` is called, so a server without traces pays next to nothing. */
const tracer = trace.getTracer('vigilux')

/** The failure, without texts or values of persons. */
const errorTypeOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/** Runs work as a span of the current trace, or as the first one of a new trace. */
export const traced = <T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> =>
  tracer.startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await run()
    } catch (error) {
      span.setAttribute('error.type', errorTypeOf(error))
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })

/** The current trace in the form of W3C Trace Context, to be continued elsewhere; null outside of a trace. */
export const currentTrace = (): string | null => {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent ?? null
}

/** Runs work in the trace of another or earlier request; without one, as it is. */
export const continueTrace = <T>(traceparent: string | null, run: () => Promise<T>): Promise<T> =>
  traceparent === null ? run() : context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), run)
