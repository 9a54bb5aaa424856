import { randomUUID } from 'node:crypto'
import { type AccessToken, maxTokensPerMaker } from '@vigilux/contract/features/access-tokens/access-token.ts'
import type { accessTokenActions } from '@vigilux/contract/features/access-tokens/access-tokens.actions.ts'
import type { accountActions } from '@vigilux/contract/features/accounts/accounts.actions.ts'
import { type TokenScope, tokenScopes } from '@vigilux/contract/kernel/token-scopes.ts'
import type { User } from '../../kernel/caller.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { readOwnData } from '../accounts/index.ts'
import { listVisiblePlantIds } from '../members/index.ts'
import {
  findToken,
  insertToken,
  type ListedTokenRow,
  listTokens,
  listTokensMadeBy,
  listVisiblePlantNames,
  lockAndCountValid,
  revokeToken,
  type TokenOwner,
} from './access-tokens.store.ts'
import { tokenEndOf } from './token-end.ts'
import { createTokenText } from './token-text.ts'

const dayMs = 86_400_000

/** Each scope once, in the order of the contract. `read` is in every token. */
const scopesOf = (requested: readonly TokenScope[]): TokenScope[] =>
  tokenScopes.filter((scope) => scope === 'read' || requested.includes(scope))

/** Tokens as shown in a list, with the names of their plants. */
const toAccessTokens = async (work: Work, caller: User, rows: readonly ListedTokenRow[]): Promise<AccessToken[]> => {
  const plantIds = rows.flatMap((row) => row.plantId ?? row.plantIds ?? [])
  const plants = await listVisiblePlantNames(work.tx, caller, [...new Set(plantIds)], work.now)
  return rows.map((row) => {
    const only = row.plantId === null ? row.plantIds : [row.plantId]
    return {
      id: row.id,
      name: row.name,
      scopes: row.scopes,
      plants: only && plants.filter(({ id }) => only.includes(id)),
      maker: { id: row.makerId, name: row.makerName },
      madeAt: row.madeAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      expiresAt: row.expiresAt.toISOString(),
      end: tokenEndOf(row, work.now),
    }
  })
}

const toAccessToken = async (work: Work, caller: User, row: ListedTokenRow): Promise<AccessToken> => {
  const [token] = await toAccessTokens(work, caller, [row])
  if (!token) throw new Error(`access token ${row.id} cannot be shown`)
  return token
}

/** Shows the lists, and makes the channels of the maker's programs check their tokens. */
const broadcastTokens = (work: Work, { makerId, plantId }: Pick<ListedTokenRow, 'makerId' | 'plantId'>): void => {
  work.broadcast({ user: makerId }, 'accessTokens', { plant_id: plantId })
  if (plantId !== null) work.broadcast({ plant: plantId }, 'accessTokens', { plant_id: plantId })
}

type Draft = { name: string; scopes: readonly TokenScope[]; days: number }
type Restriction = { plantId: string | null; plantIds: string[] | null }

const createToken = async (work: Work<'TOKEN_LIMIT'>, caller: User, draft: Draft, restriction: Restriction) => {
  const { tx, now } = work
  if ((await lockAndCountValid(tx, caller.userId, now)) >= maxTokensPerMaker)
    return work.fail('TOKEN_LIMIT', { limit: maxTokensPerMaker })
  const { name, days } = draft
  const { token, hash: tokenHash } = createTokenText()
  const row = await insertToken(tx, {
    id: randomUUID(),
    makerId: caller.userId,
    ...restriction,
    name,
    tokenHash,
    scopes: scopesOf(draft.scopes),
    madeAt: now,
    expiresAt: new Date(now.getTime() + days * dayMs),
  })
  work.audit.target({ kind: 'accessToken', id: row.id, name })
  const tokenPlants = restriction.plantIds?.length
  work.audit.diff(null, { scopes: row.scopes.join(', '), validDays: days, tokenPlants })
  broadcastTokens(work, row)
  return { accessToken: await toAccessToken(work, caller, { ...row, makerName: caller.name }), token }
}

const revoke = async (work: Work<'ACCESS_TOKEN_NOT_FOUND'>, caller: User, owner: TokenOwner, tokenId: string) => {
  const row = (await findToken(work.tx, owner, tokenId)) ?? work.fail('ACCESS_TOKEN_NOT_FOUND')
  work.audit.target({ kind: 'accessToken', id: row.id, name: row.name })
  const revoked = await revokeToken(work.tx, tokenId, work.now)
  if (revoked) broadcastTokens(work, row)
  return { accessToken: await toAccessToken(work, caller, { ...row, ...revoked }) }
}

export const accessTokenHandlers: HandlersOf<typeof accessTokenActions> &
  Pick<HandlersOf<typeof accountActions>, 'getOwnData'> = {
  getOwnData: async ({ work, caller }) => ({
    ...(await readOwnData(work, caller)),
    access_tokens: await toAccessTokens(work, caller, await listTokensMadeBy(work.tx, caller.userId)),
  }),
  getAccessTokens: async ({ work, caller }) => ({
    tokens: await toAccessTokens(work, caller, await listTokens(work.tx, { makerId: caller.userId }, work.now)),
  }),
  createAccessToken: async ({ work, input: { token }, caller }) => {
    const plantIds = token.plantIds && [...new Set(token.plantIds)]
    const visible = plantIds && (await listVisiblePlantIds(work.tx, caller, work.now, plantIds))
    if (plantIds && visible?.length !== plantIds.length) return work.fail('PLANT_NOT_FOUND')
    return createToken(work, caller, token, { plantId: null, plantIds })
  },
  revokeAccessToken: ({ work, input: { tokenId }, caller }) =>
    revoke(work, caller, { makerId: caller.userId }, tokenId),
  getPlantAccessTokens: async ({ work, input: { plantId }, caller }) => ({
    tokens: await toAccessTokens(work, caller, await listTokens(work.tx, { plantId }, work.now)),
  }),
  createPlantAccessToken: ({ work, input: { plantId, token }, caller }) =>
    createToken(work, caller, token, { plantId, plantIds: null }),
  revokePlantAccessToken: ({ work, input: { plantId, tokenId }, caller }) => revoke(work, caller, { plantId }, tokenId),
}
