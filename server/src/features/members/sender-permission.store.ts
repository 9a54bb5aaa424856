import { type SQL, sql } from 'drizzle-orm'
import { isActiveAccount, profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { invitationTable, plantMemberTable } from './members.schema.ts'
import { isInForceAt } from './memberships.store.ts'
import { isInOfficeArea } from './plant-access.store.ts'

/**
 * The condition under which who sent an invitation might send it at this moment: as installer administrator of its plant, as an owner who
 * invites a delegate, or by the office; and not with an account that is closed. Else who is sent away could let themselves in again by what
 * they had sent before.
 */
export const senderMayInvite = (now: Date): SQL<boolean> => sql<boolean>`exists (
  select 1 from ${profileTable}
  join ${plantTable} on ${plantTable.id} = ${invitationTable.plantId}
  left join ${plantMemberTable} on ${plantMemberTable.plantId} = ${plantTable.id}
    and ${plantMemberTable.userId} = ${profileTable.userId} and ${isInForceAt(now)}
  where ${profileTable.userId} = ${invitationTable.sentBy} and ${isActiveAccount} and (
    ${plantMemberTable.role} = 'installerAdministrator'
    or (${plantMemberTable.role} = 'clientOwner' and ${invitationTable.role} = 'clientStaff')
    or (${profileTable.usertype} = 'admin' and ${isInOfficeArea})
  ))`
