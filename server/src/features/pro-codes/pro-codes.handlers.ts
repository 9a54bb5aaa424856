import type { proCodeActions } from '@vigilux/contract/features/pro-codes/pro-codes.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { generateCode } from './generate-code.ts'
import { countCodes, listCodes, listPlantCodes, revokeCode, viewCode } from './pro-codes.store.ts'
import { saveCodes } from './save-codes.ts'
import { abilitaPro, nameOfCode } from './use-code.ts'

const createTokens: HandlersOf<typeof proCodeActions>['createTokens'] = async ({ work, input, caller }) => {
  const { count, ...codeFields } = input.tokens
  const order = { ...codeFields, madeAt: work.now, madeBy: caller.userId, madeByName: caller.name }
  const savedCodes = await saveCodes(work.tx, work.ports.codeSeal, order, Array.from({ length: count }, generateCode))
  if (savedCodes.length < count) throw new Error('a new code has the digits of an earlier one')
  work.audit.target(
    ...savedCodes.map(({ token }) => ({ kind: 'code' as const, id: token.id, name: nameOfCode(token) })),
  )
  work.audit.diff(null, { count: savedCodes.length, months: codeFields.months, reference: codeFields.reference })
  return { tokens: savedCodes }
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
  revokeToken: async ({ work, input, caller }) => {
    const revoker = { revokedBy: caller.userId, revokedByName: caller.name }
    const revocation = { revokedAt: work.now, ...revoker, reason: input.reason }
    const row = (await revokeCode(work.tx, { id: input.tokenId, ...revocation })) ?? work.fail('CODE_NOT_FOUND')
    work.audit.target({ kind: 'code', id: row.id, name: nameOfCode(row) })
    if (row.usedAt) return work.fail('CODE_ALREADY_USED')
    work.audit.diff(null, { reason: row.reason })
    return { token: viewCode(row, null) }
  },
}
