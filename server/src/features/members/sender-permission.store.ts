import { type SQL, sql } from 'drizzle-orm'
import { isActiveAccount, profileTable } from '../../tables/accounts.schema.ts'
import { plantTable } from '../../tables/plants.schema.ts'
import { invitationTable, plantMemberTable } from './members.schema.ts'
import { isInForceAt } from './memberships.store.ts'
import { isInOfficeArea } from './plant-access.store.ts'

/**
 * SQL condition: the sender may still invite, as installer administrator, as an owner who invites a delegate, or as the
 * office, and with an open account. Otherwise a removed person could return through an older invitation.
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
