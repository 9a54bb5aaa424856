import pg from 'pg'
import { statementPrefix } from './prepared-statements.ts'

/** A database behind an unsuitable pooler; the message helps the operator. */
export class UnsuitablePooler extends Error {
  override name = 'UnsuitablePooler'
}

/** A pooler gives a released connection to the next client, so a second client would get the first one's. */
const attempts = 3

const backendOf = async (client: pg.Client): Promise<number> =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

const withClients = async <T>(
  connection: pg.ClientConfig,
  work: (first: pg.Client, second: pg.Client) => Promise<T>,
): Promise<T> => {
  const [first, second] = [new pg.Client(connection), new pg.Client(connection)] as const
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await first.connect()
    await second.connect()
    return await work(first, second)
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => undefined)))
  }
}

/** Whether clients share connections of the database between their transactions. */
const isShared = (connection: pg.ClientConfig): Promise<boolean> =>
  withClients(connection, async (first, second) => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const backend = await backendOf(first)
      await second.query('begin')
      const isSame = (await backendOf(second)) === backend
      await second.query('rollback')
      if (isSame) return true
    }
    return false
  })

/** Whether a client's prepared statement is found on another connection of the database. */
const carriesStatements = (connection: pg.ClientConfig): Promise<boolean> =>
  withClients(connection, async (first, second) => {
    const statement = { name: `${statementPrefix}probe`, text: 'select $1::int as one', values: [1] }
    await first.query(statement)
    await second.query('begin')
    try {
      return (await first.query(statement)).rows.length === 1
    } catch {
      return false
    } finally {
      await second.query('rollback')
    }
  })

/**
 * In session mode a pooler is like the database itself. In transaction mode, LISTEN, migrations and locks of sessions
 * need an address without it, and the pooler has to carry prepared statements.
 * @throws {UnsuitablePooler}
 */
export async function checkPooler({ connection, direct }: { connection: pg.ClientConfig; direct: pg.ClientConfig }) {
  if (!(await isShared(connection))) return
  if (direct === connection)
    throw new UnsuitablePooler(
      'DATABASE_URL is a pooler in transaction mode. Set DATABASE_LISTEN_URL to the database itself, or use the session mode.',
    )
  if (await isShared(direct))
    throw new UnsuitablePooler('DATABASE_LISTEN_URL is a pooler in transaction mode. Set it to the database itself.')
  if (!(await carriesStatements(connection)))
    throw new UnsuitablePooler(
      'DATABASE_URL is a pooler in transaction mode without prepared statements. Use PgBouncer 1.21 or newer with ' +
        'max_prepared_statements, or the session mode.',
    )
}
