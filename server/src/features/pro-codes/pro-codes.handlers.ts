import type { proCodeActions } from '@vigilux/contract/features/pro-codes/pro-codes.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { generateCode } from './generate-code.ts'
import { countCodes, listCodes, listPlantCodes, revokeCode, viewCode } from './pro-codes.store.ts'
import { saveCodes } from './save-codes.ts'
import { abilitaPro, nameOfCode } from './use-code.ts'

const createTokens: HandlersOf<typeof proCodeActions>['createTokens'] = async ({ work, input, caller }) => {
  const { count, ...wanted } = input.tokens
  const order = { ...wanted, madeAt: work.now, madeBy: caller.userId, madeByName: caller.name }
  const made = await saveCodes(work.tx, work.ports.codeSeal, order, Array.from({ length: count }, generateCode))
  if (made.length < count) throw new Error('a new code has the digits of an earlier one')
  work.audit.target(...made.map(({ token }) => ({ kind: 'code' as const, id: token.id, name: nameOfCode(token) })))
  work.audit.diff(null, { count: made.length, months: wanted.months, reference: wanted.reference })
  return { tokens: made }
}

export const proCodeHandlers: HandlersOf<typeof proCodeActions> = {
  abilitaPro,
  getProCodes: async ({ work, input }) => ({
    codes: (await listPlantCodes(work.tx, input.plantId)).flatMap(
      ({ last4, months, kind, usedAt, usedByName, expiry }) =>
        kind && usedAt && expiry
          ? [
              {
                last4,
                months,
                kind,
                usedAt: usedAt.toISOString(),
                usedBy: usedByName ?? '',
                expiry: expiry.toISOString(),
              },
            ]
          : [],
    ),
  }),
  getAllTokens: async ({ work, input }) => {
    const { codes, total } = await listCodes(work.tx, input)
    return { tokens: codes, total, states: await countCodes(work.tx) }
  },
  createTokens,
  revokeToken: async ({ work, input, caller, fail }) => {
    const by = { revokedBy: caller.userId, revokedByName: caller.name }
    const revoked = { revokedAt: work.now, ...by, reason: input.reason }
    const row = (await revokeCode(work.tx, { id: input.tokenId, ...revoked })) ?? fail('CODE_NOT_FOUND')
    work.audit.target({ kind: 'code', id: row.id, name: nameOfCode(row) })
    if (row.usedAt) return fail('CODE_ALREADY_USED')
    work.audit.diff(null, { reason: row.reason })
    return { token: viewCode(row, null) }
  },
}
