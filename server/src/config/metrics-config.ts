import { z } from 'zod'
import { type Environment, type Issue, missing, secret } from './environment.ts'

/** The address for the operator's monitoring. */
export const metricsVariables = {
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: secret.optional(),
}

/** Monitoring sends the token, if there is one. */
export type MetricsConfig = { host: string; port: number; token: string | undefined }

type MetricsValues = z.output<z.ZodObject<typeof metricsVariables>>

/** Undefined if metrics are not served. */
export const metricsOf = (values: MetricsValues): MetricsConfig | undefined =>
  values.METRICS_PORT === undefined
    ? undefined
    : { host: values.METRICS_HOST, port: values.METRICS_PORT, token: values.METRICS_TOKEN }

const isLoopback = (host: string): boolean => /^(127\.[\d.]+|::1|localhost)$/.test(host)

/** Metrics on an address for other machines need a token. Settings without effect are refused. */
export const checkMetrics = (values: Environment): Issue[] => {
  if (values.METRICS_PORT === undefined)
    return values.METRICS_HOST === undefined && values.METRICS_TOKEN === undefined ? [] : [missing('METRICS_PORT')]
  const needsToken = !isLoopback(values.METRICS_HOST ?? '127.0.0.1') && values.METRICS_TOKEN === undefined
  return needsToken
    ? [{ path: ['METRICS_TOKEN'], message: 'is required unless METRICS_HOST is a loopback address' }]
    : []
}
