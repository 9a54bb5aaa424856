import type { proCodeActions } from '@vigilux/contract/features/pro-codes/pro-codes.actions.ts'
import { about, changed } from '../../kernel/audit-notes.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { keepCodes } from './make-codes.ts'
import { newCode } from './new-code.ts'
import { countCodes, listCodes, listPlantCodes, revokeCode, viewCode } from './pro-codes.store.ts'
import { abilitaPro, nameOfCode } from './use-code.ts'

const createTokens: HandlersOf<typeof proCodeActions>['createTokens'] = async ({ input, caller, tx, ports }) => {
  const { count, ...wanted } = input.tokens
  const order = { ...wanted, madeAt: ports.clock.now(), madeBy: caller.userId, madeByName: caller.name }
  const made = await keepCodes(tx, ports.codeSeal, order, Array.from({ length: count }, newCode))
  if (made.length < count) throw new Error('a new code has the digits of an earlier one')
  about(tx, ...made.map(({ token }) => ({ kind: 'code' as const, id: token.id, name: nameOfCode(token) })))
  changed(tx, null, { count: made.length, months: wanted.months, reference: wanted.reference })
  return { tokens: made }
}

export const proCodeHandlers: HandlersOf<typeof proCodeActions> = {
  abilitaPro,
  getProCodes: async ({ input, tx }) => ({
    codes: (await listPlantCodes(tx, input.plantId)).flatMap(({ last4, months, kind, usedAt, usedByName, expiry }) =>
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
  getAllTokens: async ({ input, tx }) => {
    const { codes, total } = await listCodes(tx, input)
    return { tokens: codes, total, states: await countCodes(tx) }
  },
  createTokens,
  revokeToken: async ({ input, caller, tx, ports, fail }) => {
    const by = { revokedBy: caller.userId, revokedByName: caller.name }
    const revoked = { revokedAt: ports.clock.now(), ...by, reason: input.reason }
    const row = (await revokeCode(tx, { id: input.tokenId, ...revoked })) ?? fail('CODE_NOT_FOUND')
    about(tx, { kind: 'code', id: row.id, name: nameOfCode(row) })
    if (row.usedAt) return fail('CODE_ALREADY_USED')
    changed(tx, null, { reason: row.reason })
    return { token: viewCode(row, null) }
  },
}
