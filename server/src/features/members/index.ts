export { findRole, listVisiblePlantIds, lockPlant, officeIds, visibleTo } from './access.store.ts'
export { deleteInvitationsToRemoved, insertInvitation } from './invitations.store.ts'
export { addAdminArea, addMember, listMembers, memberIds, toPlantUser } from './members.store.ts'
