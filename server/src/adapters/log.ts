import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino'
import { type Outage, outageOf, throttleOutageLogs } from '../kernel/outages.ts'

/** Values of a failed query may be passwords, codes or tokens: only the statement is logged. */
const serializeError = (error: Error): unknown => {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error)
  return { type: 'DrizzleQueryError', query: error.query, cause: error.cause && stdSerializers.err(error.cause) }
}

type Details = { err?: unknown; error?: unknown; outage?: Outage }

const warning = 40

const detailsOf = (first: unknown): Details | null => {
  if (first instanceof Error) return { err: first }
  return typeof first === 'object' && first !== null ? first : null
}

/** JSON lines on standard output by default. An outage logs one line a minute, with the number of suppressed ones. */
export const createLog = (level: string, destination: DestinationStream = process.stdout): Logger => {
  const gate = throttleOutageLogs()
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      hooks: {
        logMethod([first, ...logArguments], method, lineLevel) {
          const details = lineLevel >= warning ? detailsOf(first) : null
          const outage = details && (details.outage ?? outageOf(details.err ?? details.error))
          if (!outage) return method.apply(this, [first, ...logArguments] as never)
          const suppressed = gate(outage, Date.now())
          if (suppressed !== null) method.apply(this, [{ ...details, outage, suppressed }, ...logArguments] as never)
        },
      },
      serializers: { err: serializeError, error: serializeError },
    },
    destination,
  )
}
