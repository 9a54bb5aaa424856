import { DrizzleQueryError } from 'drizzle-orm'
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'

/** The values of a failed query may be passwords, codes or tokens: the statement is logged, they are not. */
const withoutValues = (error: Error): unknown => {
  if (!(error instanceof DrizzleQueryError)) return stdSerializers.err(error)
  return { type: 'DrizzleQueryError', query: error.query, cause: error.cause && stdSerializers.err(error.cause) }
}

/** JSON lines on standard output, unless they are to go elsewhere. */
export const createLog = (level: string, destination: DestinationStream = process.stdout): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.cookie', 'req.headers.authorization'],
      serializers: { err: withoutValues, error: withoutValues },
    },
    destination,
  )
