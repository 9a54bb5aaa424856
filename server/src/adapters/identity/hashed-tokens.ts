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
const toStored = <Asked extends { model: string; where?: Where[] | undefined }>(asked: Asked): Asked =>
  asked.model === 'session' && asked.where ? { ...asked, where: asked.where.map(hashWhere) } : asked

const hashing = <S extends StoreInside>(store: S): S => ({
  ...store,
  create: async (asked: Parameters<S['create']>[0]) =>
    asked.model === 'session'
      ? withToken(await store.create({ ...asked, data: hashIn(asked.data) }), asked.data.token)
      : store.create(asked),
  findOne: async (asked: Parameters<S['findOne']>[0]) =>
    withToken(await store.findOne(toStored(asked)), asked.model === 'session' ? tokenOf(asked.where) : undefined),
  update: async (asked: Parameters<S['update']>[0]) =>
    asked.model === 'session'
      ? withToken(await store.update({ ...toStored(asked), update: hashIn(asked.update) }), tokenOf(asked.where))
      : store.update(asked),
  findMany: (asked: Parameters<S['findMany']>[0]) => store.findMany(toStored(asked)),
  count: (asked: Parameters<S['count']>[0]) => store.count(toStored(asked)),
  updateMany: (asked: Parameters<S['updateMany']>[0]) => store.updateMany(toStored(asked)),
  delete: (asked: Parameters<S['delete']>[0]) => store.delete(toStored(asked)),
  deleteMany: (asked: Parameters<S['deleteMany']>[0]) => store.deleteMany(toStored(asked)),
})

/**
 * The library's store with session tokens stored as hashes, so that a copy of the database or a backup allows no
 * sign-in.
 */
export const hashedTokens =
  (open: OpenStore): OpenStore =>
  (options) => {
    const store = open(options)
    return {
      ...hashing(store),
      transaction: (work) => store.transaction((inside) => work(hashing(inside))),
    }
  }
