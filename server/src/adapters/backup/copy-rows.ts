import type pg from 'pg'

/** Messages of the driver during a COPY; its types do not name these. */
type CopyConnection = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const copyText = (value: string | null): string =>
  value === null ? '\\N' : value.replaceAll(/[\\\n\r\t]/g, (character) => escapes[character] ?? '')

/** A row of COPY's text format, from a JSON array of values in PostgreSQL's text format. */
const copyLine = (line: string): string => `${(JSON.parse(line) as (string | null)[]).map(copyText).join('\t')}\n`

/** Adds rows by COPY. They are prepared at once, also while the connection is busy with others. */
export const copyRows = (connection: pg.PoolClient, into: string, lines: readonly string[]): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let failure: Error | undefined
  const data = Buffer.from(lines.map(copyLine).join(''))
  const copy = {
    submit: (driver: CopyConnection) => driver.query(`copy ${into} from stdin`),
    handleCopyInResponse(driver: CopyConnection) {
      driver.sendCopyFromChunk(data)
      driver.endCopyFrom()
    },
    handleCommandComplete: () => undefined,
    handleError(error: Error) {
      failure = error
      reject(error)
    },
    handleReadyForQuery: () => (failure ? undefined : resolve()),
  }
  connection.query(copy as never)
  return promise
}
