import pg from 'pg'

export type InspectionQuery = Pick<pg.Client, 'query'>

/** Reads a running database from outside of the product, over a separate connection. */
export const inspectDatabase = async <T>(
  connectionString: string,
  inspect: (database: InspectionQuery) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // A broken connection rejects its queries.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await inspect(client)
  } finally {
    await client.end()
  }
}
