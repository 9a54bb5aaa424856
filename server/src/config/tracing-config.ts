import { z } from 'zod'
import { type Environment, type Issue, missing } from './environment.ts'

/** `name=value`, separated by commas, each value percent-encoded: the form of OpenTelemetry. */
const headers = z.string().transform((text, issues): Record<string, string> => {
  const pairs = text.split(',').map((pair) => /^\s*([^=\s]+)\s*=(.*)$/.exec(pair))
  const isRead = pairs.every((pair) => pair !== null && /^([^%]|%[\da-f]{2})*$/i.test(pair[2] ?? ''))
  if (!isRead) issues.addIssue({ code: 'custom', message: 'must have the form name=value,name=value' })
  return isRead
    ? Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent((pair?.[2] ?? '').trim())]))
    : z.NEVER
})

/** The collector of traces, under the names of OpenTelemetry. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headers.optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
}

/** `headers` authorize this server at the collector; `share` is the part of traces sent, from 0 to 1. */
export type TracingConfig = { endpoint: string; headers: Record<string, string>; share: number }

type TracingValues = z.output<z.ZodObject<typeof tracingVariables>>

/** Undefined if no traces are sent. */
export const tracingOf = (values: TracingValues): TracingConfig | undefined =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: values.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        share: values.OTEL_TRACES_SAMPLER_ARG,
      }

/** Settings without effect are refused. */
export const checkTracing = (values: Environment): Issue[] =>
  values.OTEL_EXPORTER_OTLP_ENDPOINT === undefined &&
  (values.OTEL_EXPORTER_OTLP_HEADERS ?? values.OTEL_TRACES_SAMPLER_ARG) !== undefined
    ? [missing('OTEL_EXPORTER_OTLP_ENDPOINT')]
    : []
