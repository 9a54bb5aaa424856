import type { DemoPerson } from '@vigilux/contract/demo.ts'
import { listVisiblePlantIds } from '../features/members/index.ts'
import type { Tx } from '../kernel/transaction.ts'
import { demoAccounts } from './demo-accounts.ts'
import { findDemoCaller } from './demo-caller.ts'

/** Accounts that a visitor of the demo may choose, with the plants that each sees. */
export const listDemoPeople = async (db: Tx): Promise<DemoPerson[]> => {
  const demoPeople = await Promise.all(
    demoAccounts.map(async (account) => {
      const caller = await findDemoCaller(db, account)
      if (!caller) return []
      const { email, name, usertype, scope, suspended } = caller
      const plants = (await listVisiblePlantIds(db, caller, new Date())).length
      return [{ email, name, usertype, scope, role: account.role ?? null, suspended, plants }]
    }),
  )
  return demoPeople.flat()
}
