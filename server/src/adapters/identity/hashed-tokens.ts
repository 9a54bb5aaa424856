import { createHash } from 'node:crypto'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'

type OpenStore = ReturnType<typeof drizzleAdapter>
type Store = ReturnType<OpenStore>
/** The store inside a transaction, which cannot start another. */
type StoreInside = Omit<Store, 'transaction'>
type Where = NonNullable<Parameters<Store['count']>[0]['where']>[number]

/** The stored hash of a session's token: 32 random letters need no salt and no slow hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

const hashIn = <Row extends object>(row: Row): Row =>
  'token' in row && typeof row.token === 'string' ? { ...row, token: tokenHash(row.token) } : row

const hashWhere = (where: Where): Where =>
  where.field === 'token' && typeof where.value === 'string' ? { ...where, value: tokenHash(where.value) } : where

const tokenOf = (where: Where[]): unknown => where.find(({ field }) => field === 'token')?.value

/** The library continues with the token of its query, never with the stored hash. */
const withToken = <Row>(row: Row, token: unknown): Row =>
  typeof token === 'string' && typeof row === 'object' && row !== null ? Object.assign(row, { token }) : row

/** The query as passed to the store: by the hash, if it concerns a session. */
const toStored = <Query extends { model: string; where?: Where[] | undefined }>(query: Query): Query =>
  query.model === 'session' && query.where ? { ...query, where: query.where.map(hashWhere) } : query

const withHashedTokens = <S extends StoreInside>(store: S): S => ({
  ...store,
  create: async (query: Parameters<S['create']>[0]) =>
    query.model === 'session'
      ? withToken(await store.create({ ...query, data: hashIn(query.data) }), query.data.token)
      : store.create(query),
  findOne: async (query: Parameters<S['findOne']>[0]) =>
    withToken(await store.findOne(toStored(query)), query.model === 'session' ? tokenOf(query.where) : undefined),
  update: async (query: Parameters<S['update']>[0]) =>
    query.model === 'session'
      ? withToken(await store.update({ ...toStored(query), update: hashIn(query.update) }), tokenOf(query.where))
      : store.update(query),
  findMany: (query: Parameters<S['findMany']>[0]) => store.findMany(toStored(query)),
  count: (query: Parameters<S['count']>[0]) => store.count(toStored(query)),
  updateMany: (query: Parameters<S['updateMany']>[0]) => store.updateMany(toStored(query)),
  delete: (query: Parameters<S['delete']>[0]) => store.delete(toStored(query)),
  deleteMany: (query: Parameters<S['deleteMany']>[0]) => store.deleteMany(toStored(query)),
})

/** The library's store with session tokens stored as hashes: a copy of the database or a backup allows no sign-in. */
export const hashedTokens =
  (open: OpenStore): OpenStore =>
  (options) => {
    const store = open(options)
    return {
      ...withHashedTokens(store),
      transaction: (work) => store.transaction((transactionStore) => work(withHashedTokens(transactionStore))),
    }
  }
