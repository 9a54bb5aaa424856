export { findRole, listVisiblePlantIds, lockPlant, visibleTo } from './access.store.ts'
export { deleteInvitationsToRemoved } from './invitations.store.ts'
export { addAdminArea, addMember, listMembers, memberIds, toPlantUser } from './members.store.ts'
