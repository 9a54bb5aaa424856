import pg from 'pg'

export type InspectionQuery = Pick<pg.Client, 'query'>

/** Looks into a running database from outside of the product, over a connection of its own. */
export const inspectDatabase = async <T>(
  connectionString: string,
  look: (database: InspectionQuery) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
  // One that breaks rejects what is asked over it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await look(client)
  } finally {
    await client.end()
  }
}
