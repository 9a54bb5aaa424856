import type { DemoPerson } from '@vigilux/contract/demo.ts'
import { findCaller, findUserByEmail } from '../features/accounts/index.ts'
import { listVisiblePlantIds } from '../features/members/index.ts'
import type { Tx } from '../kernel/transaction.ts'
import { demoAccounts, demoEmail } from './demo-accounts.ts'

/** Whom a visitor of the demo may be, with the plants that each of them sees now. */
export const listDemoPeople = async (db: Tx): Promise<DemoPerson[]> => {
  const people = await Promise.all(
    demoAccounts.map(async (account) => {
      const user = await findUserByEmail(db, demoEmail(account))
      // The session is none of theirs: it is only asked what such a person would see.
      const caller = user && (await findCaller(db, user.id, 'demo'))
      if (!caller) return []
      const { email, name, usertype, scope, suspended } = caller
      const plants = (await listVisiblePlantIds(db, caller, new Date())).length
      return [{ email, name, usertype, scope, role: account.role ?? null, suspended, plants }]
    }),
  )
  return people.flat()
}
