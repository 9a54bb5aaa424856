import type { codeOrder, ProCode } from '@vigilux/contract/features/pro-codes/pro-code.ts'
import type { z } from 'zod'
import type { Tx } from '../../kernel/transaction.ts'
import type { CodeSeal } from '../../ports/code-seal.ts'
import { type CodeRow, insertCodes, viewCode } from './pro-codes.store.ts'

type SavedCode = { code: string; token: ProCode }
type Order = Omit<z.output<typeof codeOrder>, 'count'> & {
  madeAt: Date
  madeBy: string
  madeByName: string
}

const sealCode = (seal: CodeSeal, code: string) => ({ codeHash: seal(code), last4: code.slice(-4) })

/** Saves these codes as one order and skips existing ones. */
export const saveCodes = async (
  tx: Tx,
  seal: CodeSeal,
  order: Order,
  codes: readonly string[],
): Promise<SavedCode[]> => {
  const rows = await insertCodes(
    tx,
    codes.map((code, index) => ({ ...order, ...sealCode(seal, code), number: index + 1 })),
  )
  const byHash = new Map(rows.map((row): [string, CodeRow] => [row.codeHash, row]))
  return codes.flatMap((code) => {
    const row = byHash.get(seal(code))
    return row ? [{ code, token: viewCode(row, null) }] : []
  })
}
