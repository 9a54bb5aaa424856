import { isProCode, newExpiryDay, normalizeProCode } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import type { proCodeActions } from '@vigilux/contract/features/pro-codes/pro-codes.actions.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { startOfDay } from '../../kernel/zoned.ts'
import type { CodeSeal } from '../../ports/code-seal.ts'
import { listMemberIds } from '../members/index.ts'
import { extendPro, findPlant } from '../plants/index.ts'
import { type CodeRow, lockCode, recordCodeUse } from './pro-codes.store.ts'

/** The name of a code in the audit and in the office's list. */
export const nameOfCode = ({ last4 }: Pick<CodeRow, 'last4'>): string => `•••• ${last4}`

/** Locks the code typed by a person, free or used. */
const lockTypedCode = async (work: Work<'INVALID_CODE'>, seal: CodeSeal, typedCode: string): Promise<CodeRow> => {
  const code = normalizeProCode(typedCode)
  if (!isProCode(code)) return work.fail('INVALID_CODE')
  const row = await lockCode(work.tx, seal(code))
  return row && row.revokedAt === null ? row : work.fail('INVALID_CODE')
}

export const abilitaPro: HandlersOf<typeof proCodeActions>['abilitaPro'] = async ({ input, caller, ...context }) => {
  const { work } = context
  const { plantId, confirmed } = input
  const plant = await findPlant(work.tx, plantId)
  work.audit.target({ kind: 'plant', id: plantId, name: plant.plantname })
  const code = await lockTypedCode(work, work.ports.codeSeal, input.code)
  if (code.usedAt) return work.fail('CODE_ALREADY_USED')
  const { months } = code
  const now = work.now
  const lastExpiry = plant.everPro ? plant.proExpiry : null
  const running = lastExpiry !== null && lastExpiry > now ? lastExpiry : null
  const expiry = startOfDay(newExpiryDay(lastExpiry, months, now, plant.timezone), plant.timezone)
  const answer = { months, expiry: expiry.toISOString(), runningExpiry: running?.toISOString() ?? null }
  // The plant is locked, so the confirmed expiry cannot change any more.
  const isConfirmed = confirmed === undefined ? running === null : Date.parse(confirmed) === expiry.getTime()
  if (!isConfirmed) return work.fail('PRO_EXPIRY_UNCONFIRMED', answer)
  const kind = running ? 'renewal' : 'key'
  const use = { usedAt: now, usedBy: caller.userId, usedByName: caller.name }
  await recordCodeUse(work.tx, code.id, { ...use, plantId, kind, expiry })
  await extendPro(work, plantId, expiry)
  work.audit.target({ kind: 'code', id: code.id, name: nameOfCode(code) })
  work.audit.diff({ pro_expiry: plant.proExpiry?.toISOString() ?? null }, { pro_expiry: answer.expiry })
  const home = (await listMemberIds(work.tx, [plantId], now)).get(plantId) ?? []
  work.broadcast({ plant: plantId, home }, 'proChanged', { plant_id: plantId })
  work.broadcast({ user: code.madeBy }, 'tokenUsed', { token_id: code.id })
  return answer
}
